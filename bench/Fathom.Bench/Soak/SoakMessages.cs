namespace Fathom.Bench.Soak;

/// <summary>What the network of mediator nodes of a soak run has done.</summary>
internal sealed class SoakMessages
{
    // Certificates live for a minute and are renewed at two thirds of it.
    private const double MinutesToRenew = 1;
    private const double NotificationsPerMinute = 1_000_000.0 / 60;

    /// <summary>Notifications that were published.</summary>
    public long Notifications { get; private set; }

    /// <summary>Renewals of a node's certificates.</summary>
    public int Renewals { get; private set; }

    /// <summary>Nodes that joined, were revoked and then refused.</summary>
    public int Revocations { get; private set; }

    /// <summary>Adds a round.</summary>
    /// <returns>What it violated.</returns>
    public IEnumerable<string> Add(IReadOnlyDictionary<string, double> round)
    {
        Notifications += (long)round["published"];
        Renewals += (int)round["renewals"];
        Revocations += (int)round["revoked"];
        return
        [
            .. new[] { "lost", "doubled", "faults" }.Where(name => round[name] != 0).Select(name =>
                $"{round[name]} notifications of {round["published"]} {(name == "faults" ? "or nodes failed" : $"are {name}")}"),
        ];
    }

    /// <summary>What a whole run must have had and has not.</summary>
    public IEnumerable<string> Missing(double minutes)
    {
        if (Notifications < minutes * NotificationsPerMinute)
        {
            yield return $"{Notifications} notifications were published: a soak has a million in an hour";
        }

        if (Revocations == 0 || (Renewals == 0 && minutes > MinutesToRenew))
        {
            yield return $"{Renewals} certificates were renewed and {Revocations} revoked: a soak has both";
        }
    }

    public override string ToString() => $"{Notifications} notifications, {Renewals} renewals of certificates, {Revocations} revocations";
}
