namespace Fathom.Link.Plans;

/// <summary>What a running link has done so far.</summary>
/// <param name="Up">From the near end to the far end.</param>
/// <param name="Down">From the far end to the near end.</param>
/// <param name="Carried">Connections carried in or out.</param>
/// <param name="CarryFailures">Connections that could not be carried on, because what they lead to did not answer.</param>
/// <param name="LastCarryFailure">Why the last of them could not, or null.</param>
/// <param name="CaptureLeftOut">Packets that are not in the capture, because the disk did not keep up.</param>
/// <param name="CaptureFault">Why the capture ended before the link, or null.</param>
public sealed record LinkCounters(
    DirectionCounters Up, DirectionCounters Down, long Carried, long CarryFailures, string? LastCarryFailure, long CaptureLeftOut,
        string? CaptureFault);
