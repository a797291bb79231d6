namespace Fathom.Lab.Studies.Mediator;

/// <summary>What the study <c>mediator</c> varies. The first level of each is what was published, as far as it can be read from its
/// source.</summary>
internal static class MediatorFactors
{
    /// <summary>No link: this machine's own loopback.</summary>
    public const string NoLink = "none";

    /// <summary>The link that 10 MiB are throttled by.</summary>
    public const string Throttled = "100mbit";

    /// <summary>Counted from the first message on.</summary>
    public const string Cold = "0";

    /// <summary>Time that counts where it must be quick, for messages without certificates to load (hundreds of small ones, and a few large
    /// ones), or where a start is looked at.</summary>
    public const string Brief = "0.2";

    public static IReadOnlyList<FactorSpec> Of(Profile profile) =>
    [
        new("message",
            "ping: a request whose payload the answer mirrors; bing: a notification over four nodes; unary: what ping does, without a "
                + "mediator; greeter: a unary call of the gRPC tutorial", ["ping", "bing", "unary", "greeter"]),
        new("payload", "what the payload is made of: source code that no two messages share, zeros, or random bytes",
            ["text", "zero", "rand"]),
        new("size", "of the payload", ["0", "1k", "1M", "10M"]),
        new("compression", "of messages: none, gzip of the node's answers alone (as published), or lz4 both ways", ["raw", "gzip", "lz4"]),
        new("certificate",
            "when the sender loads its certificates: for every message, from files with a password, and a chain is built; or once",
                ["per-call", "once"]),
        new("lock", "what senders hold while they see to their certificates: one lock for all of them, or none", ["global", "none"]),
        new("channel", "how a message finds a connection: over one that all share, or over a new one each", ["pooled", "per-call"]),
        new("tls", "between sender and node", ["mutual", "off"]),
        new("callers", "tasks that send one message after another", ["8", "1"]),
        new("warm_up", "seconds of the same before it counts", [profile == Profile.Full ? "2" : "0.3", Cold]),
        new("seconds", "that count: the published 5, or fewer, where it must be quick or where a start is most of them",
            profile == Profile.Full ? ["5", Brief] : ["0.4", Brief]),
        new("build", "how sender and node are compiled", ["Release", "Debug"]),
        new("link", "between sender and node", profile == Profile.Full ? [NoLink, Throttled] : [NoLink]),
    ];
}
