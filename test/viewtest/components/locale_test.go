package components_test

import (
	"testing"

	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

func TestLocalized(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("locale", plan{HostContext: map[string]any{"locale": "ar-EG", "timeZone": "Africa/Cairo"}})
		s.shows("#inner", "ar-EG rtl Africa/Cairo")
		viewpage.Is(t, s.view, "document.documentElement.lang + document.documentElement.dir", "ar-EGrtl")
		// It follows.
		s.say(`context({ locale: "pt_BR.UTF-8", timeZone: "America/Sao_Paulo" })`)
		s.shows("#inner", "pt-BR ltr America/Sao_Paulo")
		viewpage.Is(t, s.view, "document.documentElement.lang + document.documentElement.dir", "pt-BRltr")
		viewpage.Is(t, s.view, `innerFormat.number(1234.5) + " " + innerFormat.date(Date.UTC(2026, 10, 20, 1)) + " " + innerFormat.date("2026-11-20")`,
			"1.234,5 19 de nov. de 2026 20 de nov. de 2026")
		// What has nothing to do with it makes nothing new.
		s.do("globalThis.before = [innerSeen, innerFormat]")
		s.say(`context({ theme: "dark" })`)
		s.wait(s.view, `document.documentElement.dataset.theme === "dark"`)
		viewpage.Is(t, s.view, "innerSeen === before[0] && innerFormat === before[1]", true)
		// And it leaves the page as it was.
		s.do("show(false)")
		s.wait(s.view, `document.documentElement.lang === "en" && document.documentElement.dir === ""`)
		s.clean()
	})
}

func TestLocalizedInTheLanguagesOfThePage(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("locale", plan{
			HostContext: map[string]any{"locale": "ar-EG", "timeZone": "UTC"},
			View:        map[string]any{"locales": []string{"en", "pt-BR", "ar", "zh-Hant"}},
		})
		s.shows("#inner", "ar rtl UTC")
		s.shows("#outer", "ar-EG rtl UTC")
		for said, want := range map[string]string{
			"pt-PT": "pt-BR ltr", "pt-BR": "pt-BR ltr", "zh-Hant-TW": "zh-Hant ltr", "de": "en ltr", "AR": "ar rtl",
		} {
			s.say(`context({ locale: "` + said + `" })`)
			s.shows("#inner", want+" UTC")
		}
		s.clean()
	})
}

func TestLocaleOfHostsThatSayNoneOrNonsense(t *testing.T) {
	t.Parallel()
	each(t, func(t trial) {
		s := t.open("locale", plan{})
		const own = `new Intl.Locale(navigator.language).toString() + " ltr " + Intl.DateTimeFormat().resolvedOptions().timeZone`
		s.wait(s.view, `document.querySelector("#inner")?.textContent === `+own)
		for _, nonsense := range []string{
			`{ locale: "not a locale!", timeZone: "Mars/Olympus" }`, `{ locale: {}, timeZone: [] }`, `{ locale: "", timeZone: "" }`,
			`{ locale: "x".repeat(1e6), timeZone: "y".repeat(1e6) }`, `{ locale: null, timeZone: null }`, `{ locale: 12, timeZone: 5 }`,
		} {
			s.say(`context(` + nonsense + `)`)
			s.say(`context({ theme: "dark" })`)
			s.wait(s.view, `document.documentElement.dataset.theme === "dark"`)
			s.say(`context({ theme: "light" })`)
			s.wait(s.view, `document.documentElement.dataset.theme === "light"`)
			viewpage.Is(t, s.view, `document.querySelector("#inner").textContent === `+own, true)
		}
		s.clean()
	})
}
