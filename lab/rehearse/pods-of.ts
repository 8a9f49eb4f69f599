import { parseAllDocuments, stringify } from 'yaml'
import { z } from 'zod'

/**
 * The pods of kubernetes.yaml for `podman kube play`, which runs a pod as Kubernetes describes it
 * but knows no StatefulSet, CronJob or Service: one pod of each, named as its address. Probes over
 * HTTP, which a kubelet asks from outside, are asked by the Node inside.
 */

const Probe = z.looseObject({ httpGet: z.object({ path: z.string() }).optional() })
const Container = z.looseObject({
  image: z.string(),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
})
const PodSpec = z.looseObject({
  containers: z.array(Container),
  initContainers: z.array(Container).optional(),
  volumes: z.array(z.looseObject({})).optional(),
})
const Template = z.object({ metadata: z.looseObject({}), spec: PodSpec })
const Kind = z.looseObject({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z
    .looseObject({
      template: Template.optional(),
      jobTemplate: z.object({ spec: z.object({ template: Template }) }).optional(),
      volumeClaimTemplates: z.array(z.looseObject({ metadata: z.looseObject({}) })).optional(),
    })
    .optional(),
})

const asked = (path: string) => ({
  exec: {
    command: [
      'node',
      '-e',
      `fetch('http://127.0.0.1:3000${path}').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))`,
    ],
  },
})
const fromInside = ({ httpGet, ...probe }: z.infer<typeof Probe>) => ({
  ...probe,
  ...(httpGet ? asked(httpGet.path) : {}),
})
const contained = (given: z.infer<typeof Container>) => {
  const { startupProbe, readinessProbe, livenessProbe, ...container } = given
  return {
    ...container,
    // What is there, never what a registry has.
    imagePullPolicy: 'Never',
    ...(startupProbe ? { startupProbe: fromInside(startupProbe) } : {}),
    ...(livenessProbe ? { livenessProbe: fromInside(livenessProbe) } : {}),
  }
}
const podOf = (name: string, { metadata, spec }: z.infer<typeof Template>, claims: unknown[]) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...metadata, name },
  spec: {
    ...spec,
    containers: spec.containers.map(contained),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(contained) } : {}),
    volumes: [...(spec.volumes ?? []), ...claims],
  },
})

/** What the manifest's first lines make by hand, by name: secrets, and the script of the role. */
export type ByHand = { secrets: Record<string, Record<string, string>>; role: string }

/** The first process has the name its users are filed under. */
const nameOf = (name: string) => (name === 'qorgan' ? 'qorgan-0' : name)

/** Documents for `podman kube play`: what is kept, what the pods read, and the pods by name. */
export function podsOf(manifest: string, { secrets, role }: ByHand) {
  const documents = parseAllDocuments(manifest).map((one) => Kind.parse(one.toJS()))
  const kept: unknown[] = Object.entries(secrets).map(([name, stringData]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    stringData,
  }))
  const configs: unknown[] = [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'database-role' },
      data: { 'role.sh': role },
    },
  ]
  const pods: Record<string, unknown> = {}
  for (const one of documents) {
    const { kind, metadata, spec } = one
    const template = spec?.template ?? spec?.jobTemplate?.spec.template
    if (kind === 'PersistentVolumeClaim') kept.push(one)
    if (kind === 'ConfigMap') configs.push(one)
    if (!template) continue
    const claims = spec?.volumeClaimTemplates ?? []
    for (const claim of claims)
      kept.push({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim })
    const named = claims.map(({ metadata: { name } }) => ({
      name,
      persistentVolumeClaim: { claimName: name },
    }))
    pods[nameOf(metadata.name)] = podOf(nameOf(metadata.name), template, named)
  }
  return { kept, configs, pods }
}

/** As one file. */
export const asFile = (documents: unknown[]): string =>
  documents.map((one) => stringify(one)).join('---\n')
