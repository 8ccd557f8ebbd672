/** All screens, read from the router's own files, so that a new one is tested without being listed here. */
import fs from 'node:fs'
import path from 'node:path'

export interface Screen {
  name: string
  /** With the router's parameters: `/team-{$teamId}/data-records/$dataRecordId`. */
  path: string
  /** A screen without content yet: a title and a sentence, all drawn by one component. */
  isEmpty: boolean
}

const folder = path.resolve(import.meta.dirname, '../../src/app/routes')
const route =
  /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*(?:path: '([^']*)'|id: '[^']*'),([\s\S]*?)\n\}\)/g
const area = /const (\w+) = areaOf\(\s*\(\) => (\w+),\s*'([^']*)',\s*'([^']*)'/g
const page = /(\w+)\.page\(\s*'([^']*)',\s*'([^']*)',\s*([\w.]+)/g
const tokenPage = /tokenPage\(\s*'([^']*)',\s*'([^']*)'/g

interface Found extends Screen {
  /** The variable that holds the route, if one does. */
  id?: string
  parent: string
}

/** Every route with a component and without a redirect; not the developers' pages, which no build contains. */
export function allScreens(): Screen[] {
  const files = fs.readdirSync(folder).filter((file) => file !== 'dev.tsx' && file !== 'area.ts')
  const found = files.flatMap((file) => routesIn(fs.readFileSync(path.join(folder, file), 'utf8')))
  const fullPath = ({ parent, path: own }: Found): string => {
    const above = found.find(({ id }) => id === parent)
    return `${above ? fullPath(above) : ''}/${own}`
  }
  return found
    .filter(({ id, path: own }) => own !== '' && !found.some(({ parent }) => parent === id))
    .map((one) => ({
      name: one.name,
      isEmpty: one.isEmpty,
      path: fullPath(one)
        .replace(/\/+/g, '/')
        .replace(/(.)\/$/, '$1'),
    }))
}

function routesIn(source: string): Found[] {
  const single = [...source.matchAll(route)]
    .filter(([, , , , rest = '']) => !/throw redirect\(\{ to: '\/choose-team'/.test(rest))
    .map(([, id, parent = '', own = '', rest = '']) => ({
      id,
      parent,
      path: own,
      name: /name: '([^']+)'/.exec(rest)?.[1] ?? '',
      isEmpty: false,
    }))
  const areas = new Map([...source.matchAll(area)].map(([, id, ...rest]) => [id, rest] as const))
  const pages = [...source.matchAll(page)].map(([, id, own = '', name = '', component = '']) => {
    const [parent = '', at = '', root = ''] = areas.get(id) ?? []
    return {
      parent,
      path: at + own,
      name: name === '' ? root : `${root}.${name}`,
      isEmpty: component.endsWith('Empty') || component === 'EmptyRoute',
    }
  })
  const tokenPages = [...source.matchAll(tokenPage)].map(([, own = '', name = '']) => ({
    parent: 'rootRoute',
    path: own,
    name,
    isEmpty: false,
  }))
  return [...single, ...pages, ...tokenPages]
}

/** The address of a screen. @throws Error when a parameter has no value */
export function addressOf({ path: pattern }: Screen, params: Record<string, string | number>): string {
  return pattern.replace(/\{\$(\w+)\}|\$(\w+)/g, (_whole, braced?: string, bare?: string) => {
    const value = params[braced ?? bare ?? '']
    if (value === undefined) throw new Error(`No value for ${braced ?? bare} of ${pattern}`)
    return String(value)
  })
}
