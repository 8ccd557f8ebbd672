/** Colors for programs in dark mode; outlook.com marks what it has changed with `data-ogsc` and `data-ogsb`. */

const back = '#18181b'
const content = '#27272a'
const words = '#f4f4f5'
const link = '#a5b4fc'

const rules: [selector: string, declaration: string][] = [
  // MJML repeats the background in the element that holds the sections.
  ['.m-back,.m-back>div', `background-color:${back} !important`],
  ['.m-content,.m-content>table', `background-color:${content} !important`],
  ['.m-auto,.m-auto>div', `color:${words} !important`],
  ['.m-auto a', `color:${link} !important`],
]

const prefixed = (selector: string, prefix: string): string =>
  selector
    .split(',')
    .map((one) => `${prefix} ${one}`)
    .join(',')

export const darkStyles = [
  `@media (prefers-color-scheme:dark){${rules.map(([at, set]) => `${at}{${set}}`).join('')}}`,
  ...rules.map(
    ([at, set]) => `${prefixed(at, set.startsWith('color') ? '[data-ogsc]' : '[data-ogsb]')}{${set}}`,
  ),
].join('')

/** WCAG's contrast of normal text. */
const readable = 4.5

/** Whether words of a color can be read on the content of a mail in dark mode. @param color as #rrggbb */
export const isReadableInTheDark = (color: string): boolean =>
  (luminance(color) + 0.05) / (luminance(content) + 0.05) >= readable

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
