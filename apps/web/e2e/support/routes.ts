/** The screens that there are, read from the router's own files, so that a new one is looked at without being named. */
import fs from 'node:fs'
import path from 'node:path'

export interface Screen {
  name: string
  /** With the router's parameters: `/team-{$teamId}/data-records/$dataRecordId`. */
  path: string
  /** Its content is yet to come: a title and a sentence, drawn by one component for all of them. */
  isEmpty: boolean
}

const folder = path.resolve(import.meta.dirname, '../../src/app/routes')
const route =
  /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*(?:path: '([^']*)'|id: '[^']*'),([\s\S]*?)\n\}\)/g

interface Found extends Screen {
  parent: string
  isScreen: boolean
}

/** Every route that has a component and leads nowhere else; not the developers' pages, which no build has. */
export function allScreens(): Screen[] {
  const found = new Map<string, Found>()
  const files = fs.readdirSync(folder).filter((file) => file !== 'dev.tsx')
  for (const file of files) {
    for (const [, id, parent, own = '', rest = ''] of fs
      .readFileSync(path.join(folder, file), 'utf8')
      .matchAll(route)) {
      const isScreen =
        /component: (?!Outlet)/.test(rest) && !/throw redirect\(\{ to: '\/choose-team'/.test(rest)
      const isEmpty = /component: (EmptyRoute|PublicEmpty)/.test(rest)
      const name = /name: '([^']+)'/.exec(rest)?.[1] ?? ''
      // Two files may give their routes the same name; parents are in the same file or the shell's.
      found.set(`${file} ${id}`, { parent: `${file} ${parent}`, path: own, name, isScreen, isEmpty })
    }
  }
  const fullPath = (key: string): string => {
    const own = found.get(key) ?? found.get(`shell.tsx ${key.split(' ')[1]}`)
    if (!own) return ''
    return `${fullPath(own.parent)}/${own.path}`
  }
  const parents = new Set([...found.values()].map(({ parent }) => parent))
  return [...found]
    .filter(([key, { isScreen, path: own }]) => isScreen && own !== '' && !parents.has(key))
    .map(([key, { name, isEmpty }]) => ({
      name,
      isEmpty,
      path: fullPath(key)
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1'),
    }))
}

/** The address of a screen. @throws Error when a parameter has no value */
export function addressOf({ path: pattern }: Screen, params: Record<string, string | number>): string {
  return pattern.replace(/\{\$(\w+)\}|\$(\w+)/g, (_whole, braced?: string, bare?: string) => {
    const value = params[braced ?? bare ?? '']
    if (value === undefined) throw new Error(`No value for ${braced ?? bare} of ${pattern}`)
    return String(value)
  })
}
