/** Style sheets of views: read by a real parser, kept below the view's own element, and nothing that reaches beyond it. */
import { AppError } from '@muster/contract/errors'
import postcss, { type Container, CssSyntaxError, type Declaration, type Node, type Root } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import valueParser from 'postcss-value-parser'

/** The class of the element around everything a view shows. */
export function viewClass(id: number): string {
  return `muster-view-${id}`
}

/**
 * The style sheet with every rule below `.muster-view-{id}`.
 * @throws AppError validation_failed at `path` with the line where it cannot be read, or where something is not allowed
 */
export function scopeCss(css: string, id: number, path: string): string {
  const root = parse(css, path)
  const refuse = (node: Node, what: string): never => {
    const line = node.source?.start?.line ?? 1
    throw new AppError('validation_failed', {
      errors: [{ path, code: 'css_not_allowed', params: { line, what } }],
    })
  }
  const frames = new Set<string>()
  root.walkAtRules((rule) => {
    if (!allowedAtRules.has(rule.name.toLowerCase())) refuse(rule, `@${rule.name}`)
    if (isKeyframes(rule.name)) frames.add(rule.params)
  })
  root.walkDecls((declaration) => checkDeclaration(declaration, refuse))
  scopeRules(root, `.${viewClass(id)}`, refuse)
  scopeFrames(root, frames, viewClass(id))
  root.walkComments((comment) => {
    comment.remove()
  })
  const text = root.toString()
  // In a string or a name it would still end the element that the sheet stands in.
  return text.includes('</') ? text.replaceAll('</', '<\\/') : text
}

function parse(css: string, path: string): Root {
  try {
    return postcss.parse(css)
  } catch (error) {
    if (!(error instanceof CssSyntaxError)) throw error
    const params = { line: error.line ?? 1, reason: error.reason }
    throw new AppError('validation_failed', { errors: [{ path, code: 'css_broken', params }] })
  }
}

/** Conditions and animations. What loads (`@import`, `@font-face`) or holds for the whole page is left out. */
const allowedAtRules: ReadonlySet<string> = new Set([
  'media',
  'supports',
  'container',
  'keyframes',
  '-webkit-keyframes',
])
const isKeyframes = (name: string): boolean => /^(-webkit-)?keyframes$/i.test(name)

type Refuse = (node: Node, what: string) => never

const loading: ReadonlySet<string> = new Set([
  'url',
  'src',
  'image-set',
  '-webkit-image-set',
  'image',
  'expression',
])
const harmful: ReadonlySet<string> = new Set(['behavior', '-moz-binding'])

/** A picture may be in the sheet itself; nothing is fetched, nothing leaves its place to lie over the app. */
function checkDeclaration(declaration: Declaration, refuse: Refuse): void {
  const name = unescaped(declaration.prop)
  if (harmful.has(name)) refuse(declaration, name)
  valueParser(unescaped(declaration.value)).walk((part) => {
    if (part.type === 'word' && name === 'position' && /^(fixed|sticky)$/.test(part.value)) {
      refuse(declaration, `position: ${part.value}`)
    }
    if (part.type !== 'function' || !loading.has(part.value)) return
    const [first] = part.nodes
    const isData =
      part.value === 'url' && /^data:image\/(png|gif|jpeg|webp|avif);/.test(first?.value.trim() ?? '')
    if (!isData) refuse(declaration, `${part.value}()`)
  })
  // A variable could carry what is not allowed to where it is used.
  if (name.startsWith('--') && /\b(fixed|sticky)\b/.test(unescaped(declaration.value))) {
    refuse(declaration, `${name}: ${declaration.value}`)
  }
  if (name === 'position' && /var\(|env\(|attr\(/.test(unescaped(declaration.value))) {
    refuse(declaration, `position: ${declaration.value}`)
  }
}

/** Names and words as a browser reads them: without escapes and comments, in small letters. */
function unescaped(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_all, hex: string) => {
      const code = Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/\\(.)/g, '$1')
    .toLowerCase()
}

function scopeRules(container: Container, scope: string, refuse: Refuse): void {
  container.each((node) => {
    if (node.type === 'decl') refuse(node, `${node.prop}: ${node.value}`)
    if (node.type === 'atrule' && !isKeyframes(node.name)) scopeRules(node, scope, refuse)
    if (node.type !== 'rule') return
    node.selector = scopedSelector(node.selector, scope, node, refuse)
    // Rules within a rule are below it already, unless they say where they begin themselves.
    node.walkRules((inner) => {
      if (!isBelow(inner.selector)) refuse(inner, inner.selector)
    })
  })
}

/** A nested selector that does not step out: `&` only at its beginning, and not as a negation or a brother. */
function isBelow(selector: string): boolean {
  return !/:(has|not|is|where|root|host)\b|[+~]/i.test(selector) && selector.lastIndexOf('&') <= 0
}

/** `:root`, `html` and `body` are the view's element; everything else is below it. */
function scopedSelector(selector: string, scope: string, node: Node, refuse: Refuse): string {
  try {
    return selectorParser((selectors) => {
      selectors.each((one) => {
        const [first] = one.nodes
        const isRoot = first && /^(:root|html|body|:scope|:host|&)$/i.test(first.toString().trim())
        const rest = isRoot ? one.nodes.slice(1).map(String).join('') : ` ${one.toString().trim()}`
        // A brother of the view's element is outside of it.
        if (/^\s*[+~]/.test(rest)) throw new Error('outside')
        one.replaceWith(
          selectorParser
            .selector({ value: '', nodes: [] } as never)
            .append(selectorParser.string({ value: `${scope}${rest}` }) as never) as never,
        )
      })
    }).processSync(selector, { lossless: false })
  } catch {
    return refuse(node, selector)
  }
}

/** Animations get names of the view's own, so that they do not replace those of the app. */
function scopeFrames(root: Root, frames: ReadonlySet<string>, prefix: string): void {
  if (frames.size === 0) return
  root.walkAtRules((rule) => {
    if (isKeyframes(rule.name)) rule.params = `${prefix}-${rule.params}`
  })
  root.walkDecls(/^(-webkit-)?animation(-name)?$/i, (declaration) => {
    const value = valueParser(declaration.value)
    value.walk((part) => {
      if (part.type === 'word' && frames.has(part.value)) part.value = `${prefix}-${part.value}`
    })
    declaration.value = value.toString()
  })
}
