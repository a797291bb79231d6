namespace Fathom.Diagnosis.Observations;

/// <summary>A proxy that speaks HTTP/2 and stands before a server, or may.</summary>
/// <param name="Sign">What shows it, as a clause.</param>
/// <param name="IsSeen">Whether it is there; where it may be, what answers does not say what it is.</param>
public sealed record ProxyOnTheWay(string Sign, bool IsSeen)
{
    /// <summary>That of a service; null where what answers is the server itself.</summary>
    /// <param name="seen">What was observed.</param>
    public static ProxyOnTheWay? Of(Evidence seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen.Find(BehaviourQuantities.Proxy) is { Value: var name } ? new($"responses name a proxy ({name})", true)
            : seen.Find(BehaviourQuantities.SpeaksOwnHttp2) is { Value: false }
                ? new($"the connection's SETTINGS are not those of {seen.Value(BehaviourQuantities.Library)}, which answers calls: a proxy "
                    + "that names itself nowhere stands before it", true)
            : seen.Find(BehaviourQuantities.IsRecognised) is { Value: false }
                ? new("what answers does not say what it is, as a proxy before the service may not", false) : null;
    }
}
