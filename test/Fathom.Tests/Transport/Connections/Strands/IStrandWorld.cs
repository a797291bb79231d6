using Fathom.Transport.Connections.Strands;

namespace Fathom.Tests.Transport.Connections.Strands;

/// <summary>A strand, what it owns, and what several threads do with it.</summary>
internal interface IStrandWorld
{
    /// <summary>What each thread does, from start to end.</summary>
    IReadOnlyList<Action> Threads { get; }

    /// <summary>Called where the strand's observer is: the calling thread is at a point.</summary>
    Action<StrandPoint>? OnPoint { get; set; }

    /// <summary>All that decides how things go on, but for where the threads are.</summary>
    string State();

    /// <summary>Throws when something is wrong that must never be.</summary>
    void Check();

    /// <summary>Throws when something is wrong once every thread is done.</summary>
    void CheckEnd();
}
