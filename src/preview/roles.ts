/** "See as role": a choice at the corner of the page. */
import { currentLang } from '../web/core/i18n.ts'
import { askAgain } from '../web/core/session.ts'
import type { Text } from '../model/model.ts'
import type { Preview } from './answers.ts'

const LABEL: Text = { zh: '以此角色查看', en: 'See as' }
/** In the middle of the top bar, where nothing else stands; at the foot of a narrow window. */
const STYLE = `.see-as { position: fixed; inset: 9px auto auto 50%; transform: translateX(-50%); z-index: 2000; padding: 3px 8px;
  display: flex; gap: 6px; align-items: center; font: 13px system-ui; border: 1px solid #8884; border-radius: 8px;
  background: canvas; color: canvastext; }
.see-as select { font: inherit; border: 0; max-width: 160px; background: canvas; color: canvastext; }
@media (max-width: 900px) { .see-as { inset: auto auto 10px 12px; transform: none; min-height: 44px; } .see-as select { font-size: 16px; } }`

/** Draws the choice, and shows everything as the chosen role sees it. */
export function showRoles(preview: Preview): void {
  const bar = document.createElement('label')
  bar.className = 'see-as'
  const style = document.createElement('style')
  style.textContent = STYLE
  document.head.append(style)
  const text = document.createElement('span')
  const choice = document.createElement('select')
  bar.append(text, choice)
  const say = (): void => {
    const lang = currentLang()
    text.textContent = LABEL[lang]
    choice.replaceChildren(...preview.roles.map((role) => new Option(preview.nameOf(role, lang), String(role.id))))
    choice.value = String(preview.role.id)
  }
  choice.addEventListener('change', () => {
    preview.seeAs(Number(choice.value))
    void askAgain().then((take) => take())
  })
  // The page changes its language by this attribute.
  new MutationObserver(say).observe(document.documentElement, { attributeFilter: ['lang'] })
  say()
  document.body.append(bar)
}
