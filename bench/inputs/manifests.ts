/**
 * Manifests as a cluster of many teams has them: mostly workloads and their configuration, a Service for each, and in the middle
 * kube-proxy with its configuration.
 */
export function madeUpManifests(count: number): string {
  const documents = Array.from({ length: count }, (_, index) => MAKERS[index % MAKERS.length](index));
  documents.splice(count >> 1, 0, KUBE_PROXY);
  return documents.join('---\n');
}

const MAKERS: readonly ((index: number) => string)[] = [deployment, service, configMap, deployment, configMap];

function deployment(index: number): string {
  const variables = Array.from({ length: 12 }, (_, variable) => `
        - name: VARIABLE_${variable}
          value: "value of ${variable} in ${index}"`).join('');
  const containers = ['app', 'proxy', 'exporter'].map((name) => `
      - name: ${name}
        image: registry.example/team-${index % 40}/${name}:1.${index}.0
        args:
        - --listen=:8080
        - --log-level=info
        env:${variables}
        ports:
        - containerPort: 8080
          name: http
        resources:
          requests: {cpu: 100m, memory: 128Mi}
          limits:
            memory: 256Mi
        readinessProbe:
          httpGet:
            path: /healthz
            port: http`).join('');
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-${index}
  namespace: team-${index % 40}
  labels: {app.kubernetes.io/name: app-${index}, app.kubernetes.io/part-of: shop}
spec:
  replicas: ${1 + index % 5}
  selector:
    matchLabels:
      app: app-${index}
  template:
    metadata:
      labels:
        app: app-${index}
      annotations:
        prometheus.io/scrape: "true"
    spec:
      serviceAccountName: app-${index}
      containers:${containers}
      volumes:
      - name: config
        configMap:
          name: app-${index}
`;
}

function service(index: number): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: app-${index}
  namespace: team-${index % 40}
spec:
  selector:
    app: app-${index - 1}
  ports:
  - name: http
    port: 80
    targetPort: http
`;
}

function configMap(index: number): string {
  const lines = Array.from({ length: 100 }, (_, line) => `    key-${line}: value number ${line}, of map ${index}\n`).join('');
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: app-${index}
  namespace: team-${index % 40}
data:
  application.yaml: |
${lines}`;
}

const KUBE_PROXY = `apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy, namespace: kube-system}
data:
  config.conf: |
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    kind: KubeProxyConfiguration
    mode: ipvs
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy, namespace: kube-system}
spec:
  template:
    spec:
      hostNetwork: true
      containers:
      - name: kube-proxy
        image: registry.k8s.io/kube-proxy:v1.28.5
        command: [/usr/local/bin/kube-proxy, --config=/var/lib/kube-proxy/config.conf, --hostname-override=$(NODE_NAME)]
        securityContext: {privileged: true}
        volumeMounts: [{name: kube-proxy, mountPath: /var/lib/kube-proxy}, {name: lib-modules, mountPath: /lib/modules, readOnly: true}]
      volumes: [{name: kube-proxy, configMap: {name: kube-proxy}}, {name: lib-modules, hostPath: {path: /lib/modules}}]
`;
