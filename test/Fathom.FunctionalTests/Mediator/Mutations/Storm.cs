using System.Collections.Concurrent;
using System.Globalization;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Mutations;

/// <summary>
/// Many mutated messages at once, in two halves, between which the memory that they leave is looked at: the whole process's, so that
/// nothing else may run beside them.
/// </summary>
internal static class Storm
{
    private const string Variable = "FATHOM_MUTATIONS";
    private static readonly int Usual = Thorough.Count(4_000, 20_000, 200_000);

    /// <summary>How many send at once, numbered from 0.</summary>
    public const int Senders = 16;

    /// <summary>How many: 4,000 to 200,000, or what FATHOM_MUTATIONS says.</summary>
    public static int Count { get; } = int.TryParse(
        Environment.GetEnvironmentVariable(Variable), NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : Usual;

    /// <summary>Sends them all, each sender from a seed of its own, and counts how they ended.</summary>
    /// <param name="send">Told the sender's number and what to send; says how it ended.</param>
    /// <returns>The ends, and by how many bytes the memory in use grew over the second half.</returns>
    public static async Task<(IReadOnlyDictionary<string, int> Ends, long Growth)> RunAsync(Func<int, Mutation, Task<string>> send)
    {
        var ends = new ConcurrentDictionary<string, int>();
        await HalfAsync(send, 1, ends);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        await HalfAsync(send, 2, ends);
        return (ends, GC.GetTotalMemory(forceFullCollection: true) - before);
    }

    private static Task HalfAsync(Func<int, Mutation, Task<string>> send, int half, ConcurrentDictionary<string, int> ends) =>
        Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(async () =>
        {
            var mutation = new Mutation((half * Senders) + sender);
            for (var i = sender; i < Count / 2; i += Senders)
            {
                ends.AddOrUpdate(await send(sender, mutation), 1, static (_, count) => count + 1);
            }
        })));
}
