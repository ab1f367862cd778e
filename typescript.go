package oriel

import "github.com/orielapps/oriel/schema"

// TypeScript returns the types of all tools for the views, as a TypeScript file:
//
//	export interface Tools {
//	  forecast: { input: ForecastInput; output: ForecastOutput; viewData: ForecastViewData };
//	}
//
// What a tool takes is its input, Result.Data its output, Result.ViewOnly its
// viewData; unknown where the tool doesn't say. Equal declarations give equal
// bytes.
func (a *App) TypeScript() string {
	tools := a.declared().tools
	types := make([]schema.ToolTypes, len(tools))
	for i, t := range tools {
		types[i] = schema.ToolTypes{Name: t.Name, Description: t.Description, Input: t.input, Output: t.output, ViewData: t.viewData}
	}
	return schema.ToolsTypeScript(types)
}
