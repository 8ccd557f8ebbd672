/**
 * Parses style sheets of views, scopes them to the view's element, and rejects anything that affects more.
 */
import { AppError } from '@muster/contract/errors'
import postcss, { type Container, CssSyntaxError, type Declaration, type Node, type Root } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import valueParser from 'postcss-value-parser'

/** The class of a view's root element. */
export function viewClass(id: number): string {
  return `muster-view-${id}`
}

/**
 * The style sheet with every rule below `.muster-view-{id}`.
 * @throws AppError validation_failed at `path`, with the line of a syntax error or of something not allowed
 */
export function scopeCss(css: string, id: number, path: string): string {
  const root = parse(css, path)
  const refuse = (node: Node, what: string): never => {
    const line = node.source?.start?.line ?? 1
    throw new AppError('validation_failed', {
      errors: [{ path, code: 'css_not_allowed', params: { line, what } }],
    })
  }
  const keyframes = new Set<string>()
  root.walkAtRules((rule) => {
    if (!allowedAtRules.has(rule.name.toLowerCase())) refuse(rule, `@${rule.name}`)
    if (isKeyframes(rule.name)) keyframes.add(rule.params)
  })
  root.walkDecls((declaration) => checkDeclaration(declaration, refuse))
  scopeRules(root, `.${viewClass(id)}`, refuse)
  scopeKeyframes(root, keyframes, viewClass(id))
  root.walkComments((comment) => {
    comment.remove()
  })
  const text = root.toString()
  // `</` would end the `style` element, even in a string or a name.
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

/**
 * Conditions and animations. Rules that load resources (`@import`, `@font-face`) or affect the page are
 * excluded.
 */
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

/** Images must be embedded: nothing may load a resource, or be positioned over the app. */
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
  // A variable could smuggle in a forbidden value.
  if (name.startsWith('--') && /\b(fixed|sticky)\b/.test(unescaped(declaration.value))) {
    refuse(declaration, `${name}: ${declaration.value}`)
  }
  if (name === 'position' && /var\(|env\(|attr\(/.test(unescaped(declaration.value))) {
    refuse(declaration, `position: ${declaration.value}`)
  }
}

/** Text as a browser interprets it: without escapes and comments, in lower case. */
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
    // Nested rules are scoped by their parent, unless their selector leaves it.
    node.walkRules((inner) => {
      if (!isBelow(inner.selector)) refuse(inner, inner.selector)
    })
  })
}

/** Whether a nested selector stays in scope: `&` only at its start, no negation, no sibling combinator. */
function isBelow(selector: string): boolean {
  return !/:(has|not|is|where|root|host)\b|[+~]/i.test(selector) && selector.lastIndexOf('&') <= 0
}

/** `:root`, `html` and `body` become the view's element; everything else becomes its descendant. */
function scopedSelector(selector: string, scope: string, node: Node, refuse: Refuse): string {
  try {
    return selectorParser((selectors) => {
      selectors.each((one) => {
        const [first] = one.nodes
        const isRoot = first && /^(:root|html|body|:scope|:host|&)$/i.test(first.toString().trim())
        const rest = isRoot ? one.nodes.slice(1).map(String).join('') : ` ${one.toString().trim()}`
        // A sibling of the view's element is out of scope.
        const next = isRoot ? one.nodes.find(({ type }) => type === 'combinator') : undefined
        if (/[+~]/.test(next?.value ?? '')) throw new Error('out of scope')
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

/** Prefixes the names of animations, so that they do not replace those of the app. */
function scopeKeyframes(root: Root, keyframes: ReadonlySet<string>, prefix: string): void {
  if (keyframes.size === 0) return
  root.walkAtRules((rule) => {
    if (isKeyframes(rule.name)) rule.params = `${prefix}-${rule.params}`
  })
  root.walkDecls(/^(-webkit-)?animation(-name)?$/i, (declaration) => {
    const value = valueParser(declaration.value)
    value.walk((part) => {
      if (part.type === 'word' && keyframes.has(part.value)) part.value = `${prefix}-${part.value}`
    })
    declaration.value = value.toString()
  })
}
