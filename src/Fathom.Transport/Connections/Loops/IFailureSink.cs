namespace Fathom.Transport.Connections.Loops;

/// <summary>Takes an exception of its own work on an event loop: it ends and reports, and the loop goes on.</summary>
internal interface IFailureSink
{
    /// <summary>Called on the loop.</summary>
    void OnFailed(Exception error);
}
