/** Colors for programs in dark mode; outlook.com marks what it has changed with `data-ogsc` and `data-ogsb`. */

const back = '#18181b'
const content = '#27272a'
const words = '#f4f4f5'
const link = '#a5b4fc'

const rules: [selector: string, declaration: string][] = [
  ['.m-back', `background-color:${back} !important`],
  ['.m-content,.m-content>table', `background-color:${content} !important`],
  ['.m-auto>div', `color:${words} !important`],
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
