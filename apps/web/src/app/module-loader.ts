/**
 * Loads and runs the files of the build, which are classic scripts in the `System.register` format of SystemJS
 * (`build/classic-scripts.ts`). It stands in front of the first script of a page. SystemJS itself has four times the bytes,
 * for import maps and other formats, and would run the scripts of the page in later tasks.
 *
 * @see https://github.com/systemjs/systemjs/blob/main/docs/system-register.md
 */
;(() => {
  type Exports = Record<string, unknown>
  type SetExports = (nameOrAll: string | Exports, value?: unknown) => unknown
  type Declare = (
    setExports: SetExports,
    context: { import(address: string): Promise<Exports>; meta: { url: string } },
  ) => { setters?: readonly (((exports: Exports) => void) | null)[]; execute(): void }

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
    isRun: boolean
    /** What its code has thrown; importing it again throws the same. */
    failure?: { error: unknown }
  }

  const modules = new Map<string, Module>()

  function moduleAt(url: string): Module {
    const known = modules.get(url)
    if (known) return known
    const made: Module = { url, exports: Object.create(null), setters: [], isRun: false }
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
    if (module.registered) return
    // A script of the page, which runs here and now if what it imports has run.
    if (importsOf(module).every(({ isRun }) => isRun)) run(module)
    else void importModule(module.url)
  }

  async function importModule(url: string): Promise<Exports> {
    const module = moduleAt(url)
    if (!module.isRun) await registerAll(module, new Set())
    run(module)
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

  function run(module: Module): void {
    if (module.failure) throw module.failure.error
    if (module.isRun || !module.declare) return
    module.isRun = true
    const setExports: SetExports = (nameOrAll, value) => {
      if (typeof nameOrAll === 'string') module.exports[nameOrAll] = value
      else Object.assign(module.exports, nameOrAll)
      for (const set of module.setters) set(module.exports)
      return typeof nameOrAll === 'string' ? value : nameOrAll
    }
    try {
      const imported = importsOf(module)
      for (const one of imported) run(one)
      const { setters = [], execute } = module.declare(setExports, {
        import: (address) => importModule(new URL(address, module.url).href),
        meta: { url: module.url },
      })
      imported.forEach((one, index) => {
        const set = setters[index]
        if (!set) return
        one.setters.push(set)
        set(one.exports)
      })
      execute()
    } catch (error) {
      module.failure = { error }
      throw error
    }
  }

  Object.assign(globalThis, { System: { register } })
})()
