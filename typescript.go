package oriel

import "github.com/orielapps/oriel/schema"

// TypeScript returns the types of all tools for the views, as the TypeScript file
// that is usually views/oriel.ts:
//
//	export interface Tools {
//	  forecast: { input: ForecastInput; output: ForecastOutput; viewData: ForecastViewData };
//	}
//	export const callTool = call as TypedCallTool<Tools>;
//
// What a tool takes is its input, Result.Data its output, Result.ViewOnly its
// viewData; unknown where the tool doesn't say. The tools that the runtime calls by
// itself, [FilesTool] and [StateTool], are left out. Equal declarations give equal bytes.
//
// "oriel types" and "oriel generate" write the file; see [App.Run].
func (a *App) TypeScript() string {
	var types []schema.ToolTypes
	for _, t := range a.declared().tools {
		if t.Name == FilesTool {
			continue
		}
		types = append(types, schema.ToolTypes{Name: t.Name, Description: t.Description, Input: t.input, Output: t.output, ViewData: t.viewData})
	}
	return schema.ToolsTypeScript(types)
}
