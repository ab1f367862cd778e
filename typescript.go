package oriel

import (
	"github.com/orielapps/oriel/internal/schema"
	"github.com/orielapps/oriel/internal/schema/typescript"
)

// TypeScript returns the types of all tools for views, as a TypeScript file that is
// usually views/oriel.ts:
//
//	export interface Tools {
//	  forecast: { input: ForecastInput; output: ForecastOutput; viewData: ForecastViewData };
//	}
//	export const callTool = call as TypedCallTool<Tools>;
//
// A struct with a name keeps it: the type Place is declared once, as export type Place, wherever
// it is used. input has the arguments of a tool, output its Result.Data, viewData its
// Result.ViewOnly; a type that the tool doesn't declare is unknown. [FilesTool] and
// [StateTool], which only the runtime calls, are left out. The same declarations give
// the same bytes.
//
// "oriel types" and "oriel generate" write the file; see [App.Run].
func (a *App) TypeScript() string {
	var tools []typescript.Tool
	var schemas []*schema.Schema
	for _, t := range a.declared().tools {
		if t.Name == FilesTool {
			continue
		}
		tools = append(tools, typescript.Tool{Name: t.Name, Description: t.Description})
		schemas = append(schemas, t.input, t.output, t.viewData)
	}
	texts, definitions := schema.Named(schemas...)
	for i := range tools {
		const each = 3
		tools[i].Input, tools[i].Output, tools[i].ViewData = texts[each*i], texts[each*i+1], texts[each*i+2]
	}
	return typescript.Tools(tools, definitions)
}
