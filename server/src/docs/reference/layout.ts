import { type Html, html } from '#pages/plain-page'
import {
  eventsAddress,
  failuresAddress,
  filterAddress,
  referenceRoot,
  stylesheetAddress,
  tagAddress,
} from './addresses.ts'
import type { Api } from './api-document.ts'

/** A page of the reference. Everything stands in it: the one script only hides what a filter leaves out. */
export function layout(api: Api, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === '' ? '' : `${title} · `}Purveyor API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheetAddress}">
<script src="${filterAddress}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${referenceRoot}">Purveyor API reference</a>
<nav aria-label="Documentation"><a href="/docs/">Guides</a> <a href="${eventsAddress}">Events</a> <a href="${failuresAddress}">Failure codes</a> <a href="/openapi.json">openapi.json</a></nav>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${content}
</main>
<nav class="areas" aria-label="Operations">
<h2>Operations</h2>
<ul>
${[...api.byTag.keys()].map((tag) => html`<li><a href="${tagAddress(tag)}"${tag === title && html` aria-current="page"`}>${tag}</a></li>\n`)}</ul>
</nav>
</div>
</body>
</html>
`.markup
}

/** A field that hides the entries of the page that lack its words. The script shows it, because nothing happens without the script. */
export function filterField(about: string): Html {
  return html`<div class="filter" hidden>
<label for="filter">${about}</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false">
<p role="status"></p>
</div>`
}
