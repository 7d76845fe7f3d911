/* The search box: titles of this language, the best matches first. */
const box = document.querySelector('.search input')
const answers = document.querySelector('.search ol')

/** Every word must stand in the title; a title that begins with the text comes first. */
const matches = (text) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = window.TITLES.filter(([title]) => words.every((word) => title.toLowerCase().includes(word)))
  const rank = ([title]) => (title.toLowerCase().startsWith(words[0]) ? 0 : 1) * 1000 + title.length
  return words.length === 0 ? [] : found.sort((a, b) => rank(a) - rank(b)).slice(0, 12)
}

const itemOf = ([title, kind, path]) => {
  const item = document.createElement('li')
  const anchor = document.createElement('a')
  anchor.href = box.dataset.root + path
  anchor.textContent = title
  const small = document.createElement('small')
  small.textContent = kind
  anchor.append(small)
  item.append(anchor)
  return item
}

const show = () => {
  const found = matches(box.value)
  answers.replaceChildren(...found.map(itemOf))
  if (found.length === 0 && box.value.trim()) answers.textContent = box.dataset.none
  answers.hidden = !box.value.trim()
}

box.addEventListener('input', show)
box.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') answers.querySelector('a')?.click()
  if (event.key === 'Escape') answers.hidden = true
})

/* A call is folded: whoever follows a link to it sees it open. The contents are open beside a wide page. */
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
  target?.scrollIntoView()
}
addEventListener('hashchange', unfold)
if (location.hash) unfold()
if (matchMedia('(min-width: 900px)').matches) {
  document.querySelector('.contents').open = true
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' })
  if (!location.hash) scrollTo(0, 0)
}
