using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Settings;
using Microsoft.Extensions.Configuration;

namespace Fathom.Tests.Mediator.Settings;

/// <summary>The section Certificates, planned with the settings around it.</summary>
internal static class CertificateSection
{
    public static Invitation Valid { get; } = Invitation.Create(
        new Uri("https://north.example:7443"), DateTimeOffset.UnixEpoch.AddDays(20_000), new byte[32]);

    public static CertificatePlan? Plan((string Key, string Value)[] values)
    {
        var plan = NodePlanner.Plan(SettingsOf(values), out var faults);
        faults.ShouldBeEmpty();
        return plan!.Certificates;
    }

    public static IReadOnlyList<string> Faults((string Key, string Value)[] values)
    {
        NodePlanner.Plan(SettingsOf(values), out var faults).ShouldBeNull();
        return faults;
    }

    public static MediatorSettings SettingsOf((string Key, string Value)[] values) =>
        MediatorSettings.From(new ConfigurationBuilder()
            .AddInMemoryCollection(values.Select(v => KeyValuePair.Create(v.Key, (string?)v.Value))).Build());
}
