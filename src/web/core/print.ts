/** Prints a page made by the server, without leaving this one. */
export async function printSheet(url: string): Promise<void> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`nothing to print at ${url}`)
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('aria-hidden', 'true')
  frame.srcdoc = await answer.text()
  await new Promise<void>((resolve) => {
    frame.onload = () => resolve()
    document.body.append(frame)
  })
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
