namespace Fathom.Transport.Connections.Strands;

/// <summary>Where a thread is on its way through a <see cref="Strand"/>.</summary>
internal enum StrandPoint
{
    /// <summary>About to wait until the strand is free.</summary>
    Entering = 0,

    /// <summary>Has queued its work, or has left and seen some; about to enter if the strand is free.</summary>
    Trying,

    /// <summary>Inside.</summary>
    Entered,

    /// <summary>Outside, with nothing to send; callbacks follow, then another look at the queue.</summary>
    Left,
}
