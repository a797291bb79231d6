namespace Fathom.TestKit.Worlds;

/// <summary>The runtime on which a simulated server runs: who computes, and on what calls wait.</summary>
public enum ServerStack
{
    /// <summary>A pool of threads that grows; awaiting holds none.</summary>
    DotNet,

    /// <summary>A thread for every call that costs little.</summary>
    Go,

    /// <summary>One event loop.</summary>
    Node,

    /// <summary>A pool of threads that keeps its size and that waiting calls hold, and one lock under which all compute.</summary>
    Python,

    /// <summary>A thread for every call that waits or computes, beside threads that answer PING: gRPC for C++, which names itself as that
    /// for Python does.</summary>
    Cpp,

    /// <summary>One event loop, beside threads that answer PING: asyncio.</summary>
    AsyncPython,
}
