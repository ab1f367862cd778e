package main

import (
	"fmt"
	"regexp"
	"strings"
)

// A doc is what a TSDoc comment says.
type doc struct {
	// summary is the first sentence, text what comes after it.
	summary, text string
	params        map[string]string
	paramNames    []string
	returns       string
	throws        []string
	// support is by kind of host; nil where the comment has no line of it.
	support map[string]support
	// local is set for what asks no host for anything.
	local    bool
	examples []string
}

// parseDoc reads the comment of a declaration. Tags that it does not know are
// errors, so that none is misspelt.
func parseDoc(d *declaration) (*doc, error) {
	if strings.TrimSpace(d.doc) == "" {
		return nil, d.errorf("no TSDoc: say what it does, what goes in and out, and what happens where a host lacks it")
	}
	parsed := &doc{params: map[string]string{}}
	blocks := blocksOf(d.doc)
	parsed.summary, parsed.text = firstSentence(blocks[0].text)
	if parsed.summary == "" {
		return nil, d.errorf("the TSDoc begins with a tag, not with a sentence")
	}
	for _, b := range blocks[1:] {
		if err := parsed.take(b); err != nil {
			return nil, d.errorf("%v", err)
		}
	}
	if parsed.support != nil {
		if err := complete(parsed.support); err != nil {
			return nil, d.errorf("%v", err)
		}
	}
	return parsed, nil
}

func (p *doc) take(b block) error {
	switch b.tag {
	case "param":
		name, text, _ := strings.Cut(b.text, " ")
		p.paramNames = append(p.paramNames, name)
		p.params[name] = reflow(strings.TrimLeft(text, " -–"))
	case "returns":
		p.returns = reflow(b.text)
	case "throws":
		p.throws = append(p.throws, failures(reflow(b.text))...)
	case "local":
		p.local = true
	case "example":
		p.examples = append(p.examples, unfenced(b.text))
	case "support":
		kind, s, err := parseSupport(b.text)
		if err != nil {
			return err
		}
		if _, twice := p.support[kind]; twice {
			return fmt.Errorf("@support says twice what happens in %s", kind)
		}
		if p.support == nil {
			p.support = map[string]support{}
		}
		p.support[kind] = s
	default:
		return fmt.Errorf("@%s is no tag that the pages have a place for", b.tag)
	}
	return nil
}

// A block is a tag with what follows it; the first has no tag.
type block struct{ tag, text string }

var blockTag = regexp.MustCompile(`^@([A-Za-z]+)\s*(.*)$`)

// blocksOf splits a comment at the tags that begin a line outside a fence.
func blocksOf(comment string) []block {
	blocks := []block{{}}
	fenced := false
	for line := range strings.Lines(comment) {
		line = strings.TrimRight(line, " \t\n")
		line = strings.TrimPrefix(strings.TrimLeft(line, " \t"), "*")
		line = strings.TrimPrefix(line, " ")
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if tag := blockTag.FindStringSubmatch(line); tag != nil && !fenced {
			blocks = append(blocks, block{tag[1], tag[2]})
			continue
		}
		blocks[len(blocks)-1].text += "\n" + line
	}
	for i := range blocks {
		blocks[i].text = strings.TrimSpace(blocks[i].text)
	}
	return blocks
}

var sentenceEnd = regexp.MustCompile(`(?s)^(.*?\.)(\s+[^a-z]|$)`)

// firstSentence cuts a text after its first sentence, or after its first
// paragraph, which then is one.
func firstSentence(text string) (sentence, rest string) {
	paragraph, others, _ := strings.Cut(text, "\n\n")
	sentence = paragraph
	if end := sentenceEnd.FindStringSubmatch(paragraph); end != nil {
		sentence = end[1]
	}
	rest = strings.TrimSpace(paragraph[len(sentence):] + "\n\n" + others)
	return strings.Join(strings.Fields(sentence), " "), reflow(rest)
}

// reflow joins the lines of each paragraph, because Markdown is read raw as well;
// lists, tables and fences stay as they are.
func reflow(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	fenced := false
	for i, paragraph := range paragraphs {
		opened := fenced
		fenced = fenced != (strings.Count(paragraph, "```")%2 == 1)
		asItIs := opened || strings.HasPrefix(paragraph, "```") || strings.HasPrefix(paragraph, "- ") || strings.HasPrefix(paragraph, "|")
		if !asItIs {
			paragraphs[i] = strings.Join(strings.Fields(paragraph), " ")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

var viewError = regexp.MustCompile(`^(\{@link ViewError\}|\{?ViewError\}?):? `)

var codeAhead = regexp.MustCompile("(?:^|; )`?(-[0-9]{5})`?,? ")

// failures splits "ViewError: -32000 refused; -32601 no host" into one text for
// each code. Another text is one.
func failures(text string) []string {
	text = viewError.ReplaceAllString(text, "")
	starts := codeAhead.FindAllStringSubmatchIndex(text, -1)
	if len(starts) == 0 || starts[0][0] != 0 {
		return []string{text}
	}
	texts := make([]string, 0, len(starts))
	for i, start := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		texts = append(texts, "`"+text[start[2]:start[3]]+"` "+strings.TrimSuffix(text[start[1]:end], "."))
	}
	return texts
}

// unfenced returns the code of an example, which may stand in a fence.
func unfenced(text string) string {
	if strings.HasPrefix(text, "```") {
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimSuffix(strings.TrimSpace(text), "```")
	}
	return strings.Trim(text, "\n")
}
