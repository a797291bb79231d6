using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>Something a peer may do only so often, or only while nobody minds.</summary>
/// <param name="Limit">The property of <see cref="Http2Limits"/> it runs into.</param>
/// <param name="Name">What it is known as.</param>
/// <param name="Options">Options with a small limit.</param>
/// <param name="Allowed">How often it is borne: per second, or until the output is read.</param>
/// <param name="Do">Does it once; the number is different each time, from 0.</param>
internal sealed record Attack(string Limit, string Name, Http2Options Options, int Allowed, Action<RawPeer, int> Do)
{
    /// <summary>What must be there first.</summary>
    public Action<RawPeer> Prepare { get; init; } = _ => { };

    /// <summary>The limit the GOAWAY names.</summary>
    public string Reason { get; init; } = Limit;

    /// <summary>Whether a server can do it to a client as well.</summary>
    public bool OfBothRoles { get; init; }

    public RawPeer Against(Http2Role role, Http2Options? options = null)
    {
        var peer = role == Http2Role.Server ? RawPeer.OfServer(options ?? Options) : RawPeer.OfClient(options ?? Options);
        Prepare(peer);
        peer.Read();

        // The first SETTINGS counted already.
        peer.Now += 1000;
        return peer;
    }

    public override string ToString() => $"{Limit}: {Name}";
}
