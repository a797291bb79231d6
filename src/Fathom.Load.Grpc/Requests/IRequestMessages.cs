namespace Fathom.Load.Grpc.Requests;

/// <summary>The request messages of one worker, as protobuf bytes without the gRPC prefix. Allocates nothing once it is warmed up. Not
/// thread-safe. The worker disposes it when its run is over.</summary>
public interface IRequestMessages : IDisposable
{
    /// <summary>Whether a message stays valid and unchanged after the next one is requested.</summary>
    bool AreConstant => false;

    /// <summary>The number of messages of a call that streams them; not used where the client sends one.</summary>
    /// <param name="call">The call's number in the plan, from 0.</param>
    int CountOf(long call);

    /// <summary>A message. Valid until the next one is requested, unless <see cref="AreConstant"/>.</summary>
    /// <param name="call">The call's number in the plan, from 0.</param>
    /// <param name="index">The message in its call, from 0.</param>
    /// <exception cref="RequestDataException">There is no such message; the run ends.</exception>
    ReadOnlyMemory<byte> Get(long call, int index);
}
