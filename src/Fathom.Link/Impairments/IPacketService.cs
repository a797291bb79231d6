namespace Fathom.Link.Impairments;

/// <summary>What serves the queue: it decides when a packet's last bit is on the line. Times ascend from call to call.</summary>
internal interface IPacketService
{
    /// <summary>The first time at or after <paramref name="ready"/> that a packet's service can start.</summary>
    long StartOf(long ready);

    /// <summary>Serves a packet from <paramref name="start"/>, as <see cref="StartOf"/> told; answers when its last bit leaves.</summary>
    long Serve(long start, int bytes);
}
