package build

import (
	"fmt"
	"io"
	"path"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/load"
	"modelbook/generator/page"
)

// cardsFolder is the folder of the cards in the site.
const cardsFolder = "cards"

// readCards opens the folder that the options name, if they do, and makes its
// cards part of the fingerprint.
func (s *Source) readCards(options Options) error {
	if options.Cards == "" {
		return nil
	}
	if s.settings.Address == "" {
		return fmt.Errorf("the cards in %s: pages can't name them, for %s gives the site no address", options.Cards, load.SettingsFile)
	}
	cards, err := load.OpenCards(options.Cards)
	if err != nil {
		return err
	}
	s.cards = cards
	for _, card := range cards.All {
		content, err := cards.Read(card)
		if err != nil {
			return err
		}
		s.note(path.Join(cardsFolder, card.Name()), content)
	}
	return nil
}

// pageInLanguage names a page.
type pageInLanguage struct{ lang, slug string }

// assignCards assigns each page its card and reports cards that belong to no
// page.
func (s *Site) assignCards() diag.List {
	if s.source.cards == nil {
		return nil
	}
	s.cards = map[pageInLanguage]load.Card{}
	for _, t := range s.outline.All() {
		for lang := range t.Pages {
			s.cards[pageInLanguage{lang, t.Slug}] = load.Card{}
		}
	}
	var messages diag.List
	for _, card := range s.source.cards.All {
		at := pageInLanguage{card.Lang, card.Slug}
		known, isPage := s.cards[at]
		switch {
		case !isPage || at.slug == guide.NotFound:
			messages.Add(diag.Message{Pos: diag.Pos{File: card.Name()}, Text: "there is no page for this card", Hint: "make the cards again, into an empty folder"})
		case known != load.Card{}:
			messages.Add(diag.Message{Pos: diag.Pos{File: card.Name()}, Text: "there is another card for this page", Hint: "make the cards again, into an empty folder"})
		}
		s.cards[at] = card
	}
	return messages
}

// card returns the card of a page, nil if it has none.
func (s *Site) card(lang, slug string) *page.Card {
	card := s.cards[pageInLanguage{lang, slug}]
	if card.Slug == "" {
		return nil
	}
	return &page.Card{
		Address: s.source.settings.Address + path.Join(cardsFolder, card.Name()),
		Width:   load.CardWidth, Height: load.CardHeight, Shows: card.Shows,
	}
}

// cardsUnit is the cards of the pages.
func (s *Site) cardsUnit() unit {
	var files []fileOf[none]
	if s.source.cards != nil {
		for _, card := range s.source.cards.All {
			files = append(files, fileOf[none]{path.Join(cardsFolder, card.Name()), func(w io.Writer, _ none) error {
				content, err := s.source.cards.Read(card)
				if err == nil {
					_, err = w.Write(content)
				}
				return err
			}})
		}
	}
	return known(cardsFolder, files)
}
