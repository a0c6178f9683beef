import type { Cluster } from '../cluster/cluster';
import type { ClusterFacts } from '../cluster/define-cluster';
import type { NodePool } from '../cluster/node-pool';
import type { UnreadableInput } from '../declaration/declaration';

/** What is known of a cluster apart from its objects and files. */
export interface KnownCluster {
  /** A cluster that is declared as a whole; what the files say of it does not count then. @default - made of what follows */
  readonly cluster?: Cluster;
  /** The node pools. @default - the Node objects among the resources, if any */
  readonly nodePools?: readonly NodePool[];
  /** Version, platform and network, the surest source first; what the files say of the cluster comes after. @default - nothing */
  readonly facts?: readonly ClusterFacts[];
  /** What could not be read before this. @default - none */
  readonly unreadable?: readonly UnreadableInput[];
}
