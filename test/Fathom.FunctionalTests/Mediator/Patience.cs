using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>How long tests of nodes wait for what must happen, also on a busy machine.</summary>
internal static class Patience
{
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    /// <summary>The context of a message that ends after <see cref="Longest"/>.</summary>
    public static MessageContext Context() => MessageContext.WithTimeout(Longest);
}
