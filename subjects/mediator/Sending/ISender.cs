namespace Fathom.Subjects.Mediator.Sending;

/// <summary>Sends the message of a workload. Owned by it; used from many threads at once.</summary>
internal interface ISender : IAsyncDisposable
{
    /// <summary>Connections opened.</summary>
    long Connections { get; }

    /// <summary>Sends one message, and waits for its answer.</summary>
    ValueTask SendAsync();
}
