/**
 * Loads and runs the files of the build, which are classic scripts in the `System.register` format of SystemJS
 * (`build/classic-scripts.ts`). It stands in front of the first script of a page. SystemJS itself has four times the bytes,
 * for import maps and other formats, and runs a file in one task, which is a long one on a slow processor.
 *
 * @see https://github.com/systemjs/systemjs/blob/main/docs/system-register.md
 */
;(() => {
  type Exports = Record<string, unknown>
  type SetExports = (nameOrAll: string | Exports, value?: unknown) => unknown
  type Declare = (
    setExports: SetExports,
    context: { import(address: string): Promise<Exports>; meta: { url: string } },
  ) => { setters?: readonly (((exports: Exports) => void) | null)[]; execute(): void | Promise<void> }

  interface Module {
    readonly url: string
    readonly exports: Exports
    /** The variables of modules that import it. */
    readonly setters: ((exports: Exports) => void)[]
    /** Settled once its script has run. */
    registered?: Promise<void>
    /** Set when its script has run. */
    imports?: readonly string[]
    declare?: Declare
    /** Whether it is among those that run one after the other. */
    hasTurn: boolean
    /** Set when it has a turn. Rejected with what its code throws, and so is each import of it. */
    hasRun?: Promise<void>
    failure?: { error: unknown }
  }

  const modules = new Map<string, Module>()

  function moduleAt(url: string): Module {
    const known = modules.get(url)
    if (known) return known
    const made: Module = { url, exports: Object.create(null), setters: [], hasTurn: false }
    modules.set(url, made)
    return made
  }

  const importsOf = (module: Module): Module[] => (module.imports ?? []).map(moduleAt)

  function register(addresses: readonly string[], declare: Declare): void {
    const script = document.currentScript as HTMLScriptElement
    const module = moduleAt(script.src)
    if (module.declare) return
    module.imports = addresses.map((address) => new URL(address, module.url).href)
    module.declare = declare
    // A script of the page.
    if (!module.registered) importModule(module.url).catch(reportError)
  }

  async function importModule(url: string): Promise<Exports> {
    const module = moduleAt(url)
    if (!module.hasTurn) {
      await registerAll(module, new Set())
      takeTurn(module)
    }
    await module.hasRun
    return module.exports
  }

  /** Until the module and all that it imports can be run. */
  async function registerAll(module: Module, seen: Set<Module>): Promise<void> {
    if (seen.has(module)) return
    seen.add(module)
    if (!module.declare) {
      module.registered ??= load(module)
      await module.registered
    }
    await Promise.all(importsOf(module).map((one) => registerAll(one, seen)))
  }

  function load(module: Module): Promise<void> {
    const script = document.createElement('script')
    const loaded = new Promise<void>((resolve, reject) => {
      script.onload = () => (module.declare ? resolve() : reject(failedToLoad(module.url)))
      script.onerror = () => reject(failedToLoad(module.url))
    })
    script.crossOrigin = ''
    script.src = module.url
    document.head.append(script)
    return loaded.catch((error: unknown) => {
      // The next import tries again.
      modules.delete(module.url)
      script.remove()
      throw error
    })
  }

  /** In the words that `lib/missing-part.ts` knows from browsers. */
  const failedToLoad = (url: string) => new TypeError(`Failed to fetch dynamically imported module: ${url}`)

  /** Modules run one after the other: since they may pause, others may be asked for while one runs. */
  let last = Promise.resolve()

  function takeTurn(module: Module): void {
    if (module.hasTurn) return
    module.hasTurn = true
    for (const one of importsOf(module)) takeTurn(one)
    module.hasRun = last.then(() => run(module))
    last = module.hasRun.catch(() => {})
  }

  async function run(module: Module): Promise<void> {
    const setExports: SetExports = (nameOrAll, value) => {
      if (typeof nameOrAll === 'string') module.exports[nameOrAll] = value
      else Object.assign(module.exports, nameOrAll)
      for (const set of module.setters) set(module.exports)
      return typeof nameOrAll === 'string' ? value : nameOrAll
    }
    try {
      const imported = importsOf(module)
      for (const { failure } of imported) if (failure) throw failure.error
      const { setters = [], execute } = (module.declare as Declare)(setExports, {
        import: (address) => importModule(new URL(address, module.url).href),
        meta: { url: module.url },
      })
      imported.forEach((one, index) => {
        const set = setters[index]
        if (!set) return
        one.setters.push(set)
        set(one.exports)
      })
      await execute()
    } catch (error) {
      module.failure = { error }
      throw error
    }
  }

  /** Modules run so long, in milliseconds, before the browser may do something else. */
  const mostMs = 25
  let resumedAt = Number.NEGATIVE_INFINITY

  /** Modules call it between their statements. */
  async function pause(): Promise<void> {
    if (performance.now() - resumedAt < mostMs) return
    await nextTask()
    resumedAt = performance.now()
  }

  /** Not by a timer, which browsers hold back in tabs that are not shown. */
  function nextTask(): Promise<void> {
    const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
    if (scheduler?.yield) return scheduler.yield()
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    })
  }

  Object.assign(globalThis, { System: { register, pause } })
})()
