namespace Fathom.TestKit.Worlds;

/// <summary>What is wrong in a world. From <see cref="Batch"/> on it is nothing that the examination knows.</summary>
public enum FaultKind
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Calls block the threads of a pool that grows.</summary>
    Starved,

    /// <summary>Calls block the threads of a pool that keeps its size.</summary>
    FixedPool,

    /// <summary>A lock that is awaited, held while something is awaited.</summary>
    LockAwait,

    /// <summary>A lock that holds a thread of those who wait for it.</summary>
    LockThread,

    /// <summary>A lock under which calls compute.</summary>
    LockCompute,

    /// <summary>A gate that lets several in.</summary>
    Gate,

    /// <summary>Calls compute.</summary>
    Cpu,

    /// <summary>Calls compute on the one event loop.</summary>
    Loop,

    /// <summary>A limit of streams on a connection.</summary>
    Streams,

    /// <summary>A quota of processor time.</summary>
    Quota,

    /// <summary>A limit of the rate of calls.</summary>
    Bucket,

    /// <summary>Middleware that takes its time before every call, calls of no method included.</summary>
    Middleware,

    /// <summary>Calls wait for the tick of a timer.</summary>
    Tick,

    /// <summary>Pauses of a garbage collector.</summary>
    Gc,

    /// <summary>A first call that takes long.</summary>
    Cold,

    /// <summary>A connection computes for each of its calls, one at a time.</summary>
    ConnectionCompute,

    /// <summary>A limiter in the server's middleware, which all methods share.</summary>
    SharedLimit,

    /// <summary>A limiter of the rate of calls in the server's middleware, which all methods share.</summary>
    SharedBucket,

    /// <summary>The method waits, and calls do not wait for each other.</summary>
    Waits,

    /// <summary>Calls at once open connections to what is behind the method when they first need them, and these are kept.</summary>
    Opens,

    /// <summary>One place for which calls ask again and again.</summary>
    Polled,

    /// <summary>Calls block the one event loop.</summary>
    LoopBlocked,

    /// <summary>A proxy before the server that lets several calls of each connection through at a time.</summary>
    ProxyOfEach,

    /// <summary>What all calls need is not there now and then, for as long as many calls take.</summary>
    Maintenance,

    /// <summary>One call in ten takes ten times as long.</summary>
    Bimodal,

    /// <summary>What is behind the method computes on the server's processors.</summary>
    BusyBehind,

    /// <summary>One thread of what is behind the method computes on the server's processors.</summary>
    ThreadBehind,

    /// <summary>What the method needs is given up after a pause without calls.</summary>
    Expires,

    /// <summary>A limit of the rate of calls that lets more through at first than are made at once.</summary>
    LargeBucket,

    /// <summary>What all calls need is not there every few seconds, which few calls meet that are made one at a time.</summary>
    RareMaintenance,

    /// <summary>A call computes more where others are served.</summary>
    Beside,

    /// <summary>A call computes more for each that is served beside it.</summary>
    BesideMany,

    /// <summary>A pool of four threads beside the event loop computes for calls.</summary>
    BesideLoop,

    /// <summary>Several servers behind one address, of which each connection has one.</summary>
    Servers,

    /// <summary>Calls compute on threads that the program has for that, one for each call or as many as there are processors, and not on
    /// those that serve calls.</summary>
    OwnThreads,

    /// <summary>A part of the calls computes many times as long as the others: every so many of them, or any.</summary>
    UnevenCpu,

    /// <summary>A part of the calls is in the one place that calls take in turn for many times as long as the others.</summary>
    UnevenLock,

    /// <summary>Calls are collected until there are four of them, or a time is over.</summary>
    Batch,

    /// <summary>Requests or replies take turns on the path.</summary>
    SlowPath,

    /// <summary>The first calls compute more.</summary>
    WarmUp,

    /// <summary>Processors are added while calls come.</summary>
    Autoscaler,

    /// <summary>A lock that costs more the more calls wait for it.</summary>
    Contended,

    /// <summary>One call in fifty fails.</summary>
    Failing,

    /// <summary>Other programs compute on the same processors.</summary>
    Neighbour,

    /// <summary>A proxy before the server that lets several calls through at a time.</summary>
    Proxy,

    /// <summary>A proxy before the server that holds nothing up, and behind it something that the examination knows.</summary>
    BehindProxy,

    /// <summary>A call computes more where others are served, or for each of these, in a process whose processor time is not read: only the
    /// no-op calls beside it can show it.</summary>
    BesideUnseen,

    /// <summary>Two faults at a time that do not depend on each other.</summary>
    Two,
}
