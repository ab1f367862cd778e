package oriel

import "github.com/orielapps/oriel/internal/schema/typescript"

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
	var types []typescript.Tool
	for _, t := range a.declared().tools {
		if t.Name == FilesTool {
			continue
		}
		types = append(types, typescript.Tool{
			Name: t.Name, Description: t.Description, Input: t.input.JSON(), Output: t.output.JSON(), ViewData: t.viewData.JSON(),
		})
	}
	return typescript.Tools(types)
}
