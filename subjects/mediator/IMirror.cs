using Fathom.Contracts;
using Fathom.Transport.Services;

namespace Fathom.Subjects.Mediator;

/// <summary>What <see cref="PingHandler"/> does, as a service without a mediator: what the mediator costs is what lies between.</summary>
[Service]
internal interface IMirror
{
    /// <summary>Mirrors.</summary>
    ValueTask<Pong> MirrorAsync(Ping ping, CallContext context = default);
}

/// <summary>Mirrors.</summary>
internal sealed class Mirror : IMirror
{
    public ValueTask<Pong> MirrorAsync(Ping ping, CallContext context = default) => new(new Pong(ping.Payload));
}
