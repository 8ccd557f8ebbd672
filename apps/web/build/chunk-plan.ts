/**
 * Decides which modules that several pages share go into one file. The bundler makes a file for each set of pages that
 * uses the same modules, hundreds of them; people wait for requests and not only for bytes, so sets that are mostly
 * used together are merged while a page that needs one of them does not load too much of the other.
 */

/** A file that the bundler would make. */
export interface Chunk {
  fileName: string
  modules: readonly string[]
  /** Unminified, in bytes, with its style sheets. */
  size: number
  /** Of that, its style sheets. */
  styleSize: number
  /** Files that it imports statically. */
  imports: readonly string[]
  /** Files that it loads when they are needed. */
  lazyImports: readonly string[]
  kind: 'entry' | 'lazy' | 'shared'
  isForGuests: boolean
  /** People wait for it as for an entry. */
  isWaitedFor: boolean
  /** Opened all day long by those who work with it. */
  isEveryday: boolean
}

/** Shared files to be merged, see `mergeShared`. */
interface Cluster {
  chunks: Chunk[]
  size: number
  /** Pages that load it. */
  users: Set<Chunk>
}

/**
 * One more request is as bad as so many bytes of unminified code, about a quarter of them when compressed. Pages of every
 * day come from the browser's cache, where bytes cost little, but each file has to be found.
 */
const requestCost = { staff: 24_000, guests: 6_000, waitedFor: 6_000, everyday: 600_000 }
/** How much a page counts. */
const weights = { staff: 1, guests: 10, waitedFor: 100, everyday: 500 }

/** Less than this, in bytes, is no file of its own if it is waited for. */
const tooSmall = 6_000

/** Of what is merged, in bytes. A larger file is compiled for too long at a time, and comes later as a whole. */
const mostSize = 1_000_000

const readersOf = ({ kind, isForGuests, isWaitedFor, isEveryday }: Chunk): keyof typeof weights =>
  isWaitedFor ? 'waitedFor' : kind === 'entry' || isEveryday ? 'everyday' : isForGuests ? 'guests' : 'staff'

/** @returns for each module that is not left to the bundler, the name of its file */
export function planChunks(chunks: readonly Chunk[]): Map<string, string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const entries = chunks.filter(({ kind }) => kind === 'entry').map((chunk) => readEntry(chunk, byName))
  const initial = initialFiles(chunks, entries, byName)
  const users = new Map<Chunk, Set<Chunk>>()
  for (const page of chunks) {
    if (page.kind === 'shared') continue
    for (const chunk of loadedBy(page, byName)) {
      // What an entry starts with is there whenever its own lazy pages come.
      const isThere = entries.some(({ first, others }) => first.has(chunk) && !others.has(page))
      if (chunk.kind === 'shared' && !initial.has(chunk) && (page.kind === 'entry' || !isThere)) {
        users.set(chunk, (users.get(chunk) ?? new Set()).add(page))
      }
    }
  }
  const clusters = mergeShared(
    [...users].map(([chunk, by]) => ({ chunks: [chunk], size: chunk.size, users: by })),
    byName,
    (a, b, clusterOf) => runsOther(a, b, clusterOf, entries, initial, byName),
  )
  const plan = new Map<string, string>()
  for (const [chunk, name] of initial) for (const module of chunk.modules) plan.set(module, name)
  clusters.forEach((cluster, index) => {
    for (const module of cluster.chunks.flatMap(({ modules }) => modules))
      plan.set(module, `shared-${index + 1}`)
  })
  for (const [style, name] of planStyles(chunks, clusters, entries, byName)) plan.set(style, name)
  return plan
}

/**
 * By themselves, the style sheets of a page would be as many files as its scripts. Those that people wait for come with
 * the entry, and those of pages of every day are one file.
 */
function planStyles(
  chunks: readonly Chunk[],
  clusters: readonly Cluster[],
  entries: readonly Entry[],
  byName: ReadonlyMap<string, Chunk>,
): Map<string, string> {
  const loadedByAny = (isOne: (page: Chunk) => boolean) =>
    new Set(chunks.filter(isOne).flatMap((page) => loadedBy(page, byName)))
  const waitedFor = loadedByAny(({ isWaitedFor, kind }) => isWaitedFor || kind === 'entry')
  const everyday = loadedByAny(({ isEveryday }) => isEveryday)
  const mergedWith = new Map(clusters.flatMap(({ chunks: all }) => all.map((chunk) => [chunk, all] as const)))
  const fileFor = (chunk: Chunk): string | undefined => {
    const together = mergedWith.get(chunk) ?? [chunk]
    if (waitedFor.has(chunk)) {
      const loading = entries.filter(({ own }) => own.has(chunk))
      const isForAll = loading.every(({ first, next, later }) =>
        [first, next, later].some((all) => together.some((one) => all.has(one))),
      )
      // Another entry that loads a file of the cluster would run this one with the style sheet.
      const only = entries.find(({ others }) => !together.some((one) => others.has(one)))
      return only?.name ?? (isForAll ? 'start' : undefined)
    }
    return together.some((one) => everyday.has(one)) ? 'everyday' : undefined
  }
  const files = new Map(chunks.map((chunk) => [chunk, fileFor(chunk)]))
  for (const { name } of entries) {
    const own = chunks.filter((chunk) => files.get(chunk) === name)
    const size = own.reduce((sum, { styleSize }) => sum + styleSize, 0)
    if (size < tooSmall) for (const chunk of own) files.set(chunk, 'start')
  }
  return new Map(
    chunks.flatMap((chunk) => {
      const file = files.get(chunk)
      const styles = chunk.modules.filter((module) => /\.css(\?|$)/.test(module))
      return file === undefined ? [] : styles.map((style): [string, string] => [style, file])
    }),
  )
}

/** A page that the server gives. */
interface Entry {
  name: string
  /** What it starts with. */
  first: ReadonlySet<Chunk>
  /** What the page that people wait for loads, which no other entry opens. */
  next: ReadonlySet<Chunk>
  /** What its pages of every day load. */
  later: ReadonlySet<Chunk>
  /** What it may load, sooner or later. */
  own: ReadonlySet<Chunk>
  /** What the other entries may load, sooner or later. */
  others: ReadonlySet<Chunk>
}

function readEntry(chunk: Chunk, byName: ReadonlyMap<string, Chunk>): Entry {
  const all = [...byName.values()]
  const own = new Set(loadedBy(chunk, byName, everImported))
  const isOther = (one: Chunk) => one.kind === 'entry' && one !== chunk
  const others = new Set(all.filter(isOther).flatMap((one) => loadedBy(one, byName, everImported)))
  const loadedByPages = (isOne: (page: Chunk) => boolean) =>
    new Set(
      all
        .filter((page) => isOne(page) && own.has(page) && !others.has(page))
        .flatMap((page) => loadedBy(page, byName)),
    )
  return {
    name: chunk.fileName.replace(/^.*\/|-[\w-]{8}\.js$/g, ''),
    first: new Set(loadedBy(chunk, byName)),
    next: loadedByPages(({ isWaitedFor }) => isWaitedFor),
    later: loadedByPages(({ isEveryday }) => isEveryday),
    own,
    others,
  }
}

const everImported = ({ imports, lazyImports }: Chunk): readonly string[] => [...imports, ...lazyImports]

/**
 * What an entry alone starts with is one file, with what the page that people wait for and all pages of every day load;
 * and so is what several entries start with or load for such a page, with what is too small for a file. The rest is shared
 * like what lazy pages share: a file that runs an entry must not be loaded by another one.
 */
function initialFiles(
  chunks: readonly Chunk[],
  entries: readonly Entry[],
  byName: ReadonlyMap<string, Chunk>,
): ReadonlyMap<Chunk, string> {
  const everyday = chunks
    .filter(({ isEveryday }) => isEveryday)
    .map((page) => new Set(loadedBy(page, byName)))
  const isNeededByAll = (chunk: Chunk) => everyday.length > 0 && everyday.every((loaded) => loaded.has(chunk))
  const usersOf = (chunk: Chunk) => entries.filter(({ first, next }) => first.has(chunk) || next.has(chunk))
  const isForAll = (chunk: Chunk) =>
    loadedBy(chunk, byName).every((one) => one.size < tooSmall || usersOf(one).length > 1)
  return new Map(
    chunks.flatMap((chunk): [Chunk, string][] => {
      const [own, ...more] = usersOf(chunk)
      if (!own) return []
      if (more.length > 0) return [[chunk, 'start']]
      if (own.others.has(chunk)) return isForAll(chunk) ? [[chunk, 'start']] : []
      return own.first.has(chunk) || isNeededByAll(chunk) ? [[chunk, own.name]] : []
    }),
  )
}

/** The file and all that it imports. */
function loadedBy(
  chunk: Chunk,
  byName: ReadonlyMap<string, Chunk>,
  importsOf = ({ imports }: Chunk): readonly string[] => imports,
): Chunk[] {
  const found = new Set([chunk])
  for (const one of found) {
    for (const name of importsOf(one)) {
      const imported = byName.get(name)
      if (imported) found.add(imported)
    }
  }
  return [...found]
}

/** Merges the pair with the largest gain until none gains; among equals, the pair that was found last. */
function mergeShared(
  all: Cluster[],
  byName: ReadonlyMap<string, Chunk>,
  isForbidden: (a: Cluster, b: Cluster, clusterOf: ReadonlyMap<Chunk, Cluster>) => boolean,
): Cluster[] {
  const clusters = new Set(all)
  const clusterOf = new Map(
    all.flatMap((cluster) => cluster.chunks.map((chunk) => [chunk, cluster] as const)),
  )
  let gains: { a: Cluster; b: Cluster; gain: number }[] = []
  const consider = (a: Cluster, b: Cluster) => {
    const gain = gainOf(a, b)
    if (gain > 0 && a.size + b.size <= mostSize) gains.push({ a, b, gain })
  }
  all.forEach((a, index) => {
    for (const b of all.slice(index + 1)) consider(a, b)
  })
  while (true) {
    let [best] = gains
    if (!best) return [...clusters]
    for (const one of gains) if (one.gain >= best.gain) best = one
    const { a, b } = best
    if (makesCycle(a, b, clusterOf, byName) || isForbidden(a, b, clusterOf)) {
      gains = gains.filter((one) => one !== best)
      continue
    }
    const merged = {
      chunks: [...a.chunks, ...b.chunks],
      size: a.size + b.size,
      users: new Set([...a.users, ...b.users]),
    }
    clusters.delete(a)
    clusters.delete(b)
    gains = gains.filter((one) => clusters.has(one.a) && clusters.has(one.b))
    for (const other of clusters) consider(merged, other)
    clusters.add(merged)
    for (const chunk of merged.chunks) clusterOf.set(chunk, merged)
  }
}

/** What all pages together gain when the two are one file, in requests. */
function gainOf(a: Cluster, b: Cluster): number {
  let gain = 0
  for (const user of new Set([...a.users, ...b.users])) {
    // What everything waits for gets nothing more to load.
    if ((user.kind === 'entry' || user.isWaitedFor) && !(a.users.has(user) && b.users.has(user))) return -1
    const readers = readersOf(user)
    const cost = requestCost[readers]
    gain += weights[readers] * (a.users.has(user) ? (b.users.has(user) ? 1 : -b.size / cost) : -a.size / cost)
  }
  return gain
}

/** Whether one imports the other through a third file, which would then be run before or after both. */
function makesCycle(
  a: Cluster,
  b: Cluster,
  clusterOf: ReadonlyMap<Chunk, Cluster>,
  byName: ReadonlyMap<string, Chunk>,
): boolean {
  const importsOf = (cluster: Cluster) =>
    cluster.chunks.flatMap(({ imports }) =>
      imports.flatMap((name) => clusterOf.get(byName.get(name) as Chunk) ?? []),
    )
  const leadsTo = (from: Cluster, to: Cluster) => {
    const seen = new Set(importsOf(from).filter((one) => one !== to && one !== from))
    for (const one of seen) {
      for (const next of importsOf(one)) {
        if (next === to) return true
        seen.add(next)
      }
    }
    return false
  }
  return leadsTo(a, b) || leadsTo(b, a)
}

/** Whether an entry that may load one of the two would also load, and run, what another entry starts with. */
function runsOther(
  a: Cluster,
  b: Cluster,
  clusterOf: ReadonlyMap<Chunk, Cluster>,
  entries: readonly Entry[],
  initial: ReadonlyMap<Chunk, string>,
  byName: ReadonlyMap<string, Chunk>,
): boolean {
  const loaded = new Set([...a.chunks, ...b.chunks])
  const loadedBySome = entries.filter(({ own }) => [...loaded].some((chunk) => own.has(chunk)))
  for (const { imports } of loaded) {
    for (const name of imports) {
      const imported = byName.get(name)
      if (imported) for (const chunk of clusterOf.get(imported)?.chunks ?? [imported]) loaded.add(chunk)
    }
  }
  const runs = new Set([...loaded].map((chunk) => initial.get(chunk)))
  return entries.some(({ name }) => runs.has(name) && loadedBySome.some((one) => one.name !== name))
}
