import numpy as np
from semblant.kernels import refine as kernel, starts
from semblant.kernels.refine import *
def field_of(points):
    tabled = len(points.sizes)
    tables = [points.distance[points.distance_start[j]:points.distance_start[j+1]].reshape(points.sizes[j]).T for j in range(tabled)]
    own=[points.own[points.own_start[j]+points.codes[j]] for j in range(tabled)]
    p=len(points.weights)
    return Field(codes=np.ascontiguousarray(points.codes.T,np.int32), numbers=np.ascontiguousarray(points.numbers.T,np.float64),
      table=np.concatenate([t.ravel() for t in tables]) if tables else np.empty(0,np.float32),
      start=points.distance_start[:-1].copy(), width=points.sizes[:,0].copy(),
      own=np.stack(own,1).astype(np.int32) if own else np.empty((p,0),np.int32), euclidean=bool(points.euclidean))
def grouping_of(field,weights,rows,k,seed):
    t,c,g=rows.T
    # groups of a single tuple become one
    alone=np.bincount(g)[g]==1
    key=np.where(alone,-1-t,g)
    _,g=np.unique(key,return_inverse=True)
    o=np.lexsort((t,g)); t,c,g=t[o],c[o],g[o]
    new=np.concatenate([[True],(t[1:]!=t[:-1])|(g[1:]!=g[:-1])])
    at=np.cumsum(new)-1
    c=np.bincount(at,c).astype(np.int64); t,g=t[new],g[new]
    m=len(t); p=len(weights); G=int(g.max())+1
    total=int(weights.sum())
    Gmax=min(total//k, p+total//k)+1
    Gmax=max(min(total//k,2*p),G)+1
    cap=m+2*p+4*TRANSFERS
    parts=np.full((cap,8),-1,np.int32)
    parts[:m,TUPLE],parts[:m,COUNT],parts[:m,GROUP]=t,c,g
    def chain(key,order,fwd,back,n):
        same=key[order][1:]==key[order][:-1]
        a,b=order[:-1][same],order[1:][same]
        parts[a,fwd]=b; parts[b,back]=a
        head=np.full(n,-1,np.int32)
        first=np.concatenate([[True],~same]); head[key[order][first]]=order[first]
        return head
    head=chain(g,np.arange(m),NEXT,BACK,Gmax)
    home=chain(t,np.lexsort((g,t)),TWIN,TWIN_BACK,p)
    size=np.bincount(g,c,Gmax).astype(np.int64)
    J,Q=field.codes.shape[1],field.numbers.shape[1]
    centre=np.zeros((Gmax,J),np.int32); centre[:G]=field.own[t[head[:G]]]
    unused=np.arange(Gmax)[::-1].copy()
    return Grouping(parts,home,head,size,np.zeros(Gmax),centre,np.zeros((Gmax,Q)),unused,np.array([m,Gmax-G,0]),np.array([seed],np.uint64))
def desk_of(field):
    p,J=field.codes.shape; Q=field.numbers.shape[1]; H=2*TRANSFERS
    i=lambda *n: np.zeros(n,np.int64); f=lambda *n: np.zeros(n)
    return Desk(i(p),i(p),f(p),f(int(field.width.max(initial=1))),i(TRANSFERS,4),i(H),i(H),f(H),f(H),f(H),f(H),np.zeros((H,J),np.int32),f(H,Q))
