/** A wizard as a graph: its tasks in order, what passes over them, where it ends. Positions by dagre. Pure. */
import dagre from '@dagrejs/dagre'
import type { RunMove } from '@muster/contract/wizards/runs.schema'
import type { StepTask, WizardStep } from '@muster/contract/wizards/wizards.schema'

export interface FlowNode {
  id: string
  kind: 'start' | 'task' | 'end' | 'wizard'
  task?: StepTask
  /** Title of its step. */
  step?: string
  /** Of a wizard that follows. */
  dataWizardId?: number
  x: number
  y: number
}

export interface FlowEdge {
  id: string
  from: string
  to: string
  /** Passes over a task whose condition does not hold. */
  isOtherwise: boolean
  /** The task to whose condition it leads. */
  condition: StepTask | null
}

export const nodeWidth = 240
export const nodeHeight = 64

export function flowOf(steps: readonly WizardStep[]): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const tasks = steps.flatMap((step) => step.tasks.map((task) => ({ task, step: step.title })))
  const nodes: Omit<FlowNode, 'x' | 'y'>[] = [
    { id: 'start', kind: 'start' },
    ...tasks.map(({ task, step }) => ({ id: `task-${task.id}`, kind: 'task' as const, task, step })),
    { id: 'end', kind: 'end' },
  ]
  const edges: FlowEdge[] = []
  /** Nodes from which the next task is reached, directly or over a task that was passed over. */
  let open: { id: string; isOtherwise: boolean }[] = [{ id: 'start', isOtherwise: false }]
  const link = (to: string, task: StepTask | null) => {
    for (const { id, isOtherwise } of open) {
      const condition = task?.executionCondition ? task : null
      edges.push({ id: `${id}>${to}>${edges.length}`, from: id, to, isOtherwise, condition })
    }
  }
  for (const { task } of tasks) {
    const id = `task-${task.id}`
    link(id, task)
    const over = task.executionCondition ? open.map((one) => ({ id: one.id, isOtherwise: true })) : []
    open = [{ id, isOtherwise: false }, ...over]
    if (task.executeWizardInNextAction !== null) {
      const next = `wizard-${task.executeWizardInNextAction}-${task.id}`
      nodes.push({ id: next, kind: 'wizard', dataWizardId: task.executeWizardInNextAction })
      edges.push({ id: `${id}>${next}`, from: id, to: next, isOtherwise: false, condition: null })
    }
  }
  link('end', null)
  return { nodes: placed(nodes, edges), edges }
}

/**
 * How many runs took each edge, by its id. A task without a question is noted only when its part of the run is saved, so
 * a run that moved on from before it took the straight way.
 */
export function runsOnEdges(
  steps: readonly WizardStep[],
  edges: readonly FlowEdge[],
  moves: readonly RunMove[],
): Map<string, number> {
  const order = ['start', ...steps.flatMap(({ tasks }) => tasks.map(({ id }) => `task-${id}`)), 'end']
  const edgeOf = (from: string | undefined, to: string | undefined) =>
    edges.find((edge) => edge.from === from && edge.to === to)
  const counts = new Map<string, number>()
  for (const { fromStepTaskId, toStepTaskId, runs } of moves) {
    const from = fromStepTaskId === null ? 'start' : `task-${fromStepTaskId}`
    const to = toStepTaskId === null ? 'end' : `task-${toStepTaskId}`
    const direct = edgeOf(from, to)
    const between = order.slice(order.indexOf(from), order.indexOf(to) + 1)
    const taken = direct ? [direct] : between.slice(1).map((id, at) => edgeOf(between[at], id))
    for (const edge of taken) if (edge) counts.set(edge.id, (counts.get(edge.id) ?? 0) + runs)
  }
  return counts
}

function placed(nodes: readonly Omit<FlowNode, 'x' | 'y'>[], edges: readonly FlowEdge[]): FlowNode[] {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 64 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { width: nodeWidth, height: nodeHeight })
  for (const { id, from, to } of edges) graph.setEdge(from, to, {}, id)
  dagre.layout(graph)
  return nodes.map((node) => {
    const { x, y } = graph.node(node.id)
    // dagre gives centres.
    return { ...node, x: x - nodeWidth / 2, y: y - nodeHeight / 2 }
  })
}
