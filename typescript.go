package oriel

import "github.com/orielapps/oriel/internal/schema/typescript"

// TypeScript returns the types of all tools for views, as a TypeScript file that is
// usually views/oriel.ts:
//
//	export interface Tools {
//	  forecast: { input: ForecastInput; output: ForecastOutput; viewData: ForecastViewData };
//	}
//	export const callTool = call as TypedCallTool<Tools>;
//
// input has the arguments of a tool, output its Result.Data, viewData its
// Result.ViewOnly; a type that the tool doesn't declare is unknown. [FilesTool] and
// [StateTool], which only the runtime calls, are left out. The same declarations give
// the same bytes.
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
