/** The diagram itself, in a chunk of its own: the library is large. */
import { Background, Controls, Handle, type NodeProps, Position, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import type { StepTask } from '@muster/contract/wizards/wizards.schema'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../../ui/Icon.tsx'
import { taskUiOf } from '../../tasks/index.ts'
import { useWizardPage } from '../wizard-context.ts'
import classes from './flow.module.css'
import { type FlowEdge, type FlowNode, flowOf, nodeHeight, nodeWidth } from './graph.ts'

interface Shown extends Record<string, unknown> {
  kind: FlowNode['kind']
  title: string
  detail: string
  icon: string | null
  hasProblem: boolean
}

const nodeTypes = { box: Box }

export function Diagram({
  conditionText,
  wizardName,
}: {
  conditionText(task: StepTask): string
  wizardName(id: number): string
}) {
  const { t } = useTranslation('wizards')
  const { teamId, wizard, base } = useWizardPage()
  const navigate = useNavigate()
  const flow = useMemo(() => flowOf(wizard.steps), [wizard.steps])
  const shownOf = ({ kind, task, step, dataWizardId }: FlowNode): Shown => ({
    kind,
    title:
      task?.title ??
      (kind === 'wizard' ? wizardName(dataWizardId ?? 0) : t(`flow.${kind as 'start' | 'end'}`)),
    detail: task
      ? `${step ?? ''} · ${t(`type.${task.type}`)}`
      : kind === 'wizard'
        ? t('flow.nextWizard')
        : '',
    icon: task ? taskUiOf(task.type).icon : null,
    hasProblem: wizard.problems.some(({ stepTaskId }) => stepTaskId === task?.id && task !== undefined),
  })
  const labelOf = ({ isOtherwise, condition }: FlowEdge) =>
    [isOtherwise && t('flow.otherwise'), condition && t('flow.if', { condition: conditionText(condition) })]
      .filter(Boolean)
      .join(', ')
  const open = (node: FlowNode | undefined) => {
    if (node?.task) void navigate({ to: `${base}/steps/step-task/${node.task.id}/details` })
    if (node?.dataWizardId !== undefined)
      void navigate({ to: `/team-${teamId}/admin/data-wizards/${node.dataWizardId}/flow` })
  }
  return (
    <ReactFlow
      nodes={flow.nodes.map((node) => ({
        id: node.id,
        type: 'box',
        position: { x: node.x, y: node.y },
        data: shownOf(node),
        width: nodeWidth,
        height: nodeHeight,
        focusable: false,
      }))}
      edges={flow.edges.map((edge) => {
        const label = labelOf(edge)
        return {
          id: edge.id,
          source: edge.from,
          target: edge.to,
          type: 'smoothstep',
          focusable: false,
          ...(label ? { label } : {}),
          ...(edge.isOtherwise ? { style: { strokeDasharray: '4 4' } } : {}),
        }
      })}
      nodeTypes={nodeTypes}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      fitView
      fitViewOptions={{ maxZoom: 1 }}
      minZoom={0.2}
      onNodeClick={(_event, node) => open(flow.nodes.find(({ id }) => id === node.id))}
    >
      <Background />
      <Controls showInteractive={false} />
    </ReactFlow>
  )
}

function Box({ data }: NodeProps) {
  const { kind, title, detail, icon, hasProblem } = data as Shown
  return (
    <div className={classes.node} data-kind={kind} data-problem={hasProblem || undefined}>
      <Handle type="target" position={Position.Top} className={classes.handle} isConnectable={false} />
      {icon && <Icon name={icon} size={14} />}
      <span className={classes.text}>
        <strong>{title}</strong>
        {detail && <span>{detail}</span>}
      </span>
      <Handle type="source" position={Position.Bottom} className={classes.handle} isConnectable={false} />
    </div>
  )
}
