namespace Fathom.Load.Grpc;

/// <summary>When the connections of a run are opened.</summary>
public enum ChannelUse
{
    /// <summary>Before the run: no call waits for a connection.</summary>
    Reused = 0,

    /// <summary>When the run starts: the first calls wait for their connection.</summary>
    New,

    /// <summary>One for each call, closed after it: every call pays for its connection.</summary>
    PerCall,
}
