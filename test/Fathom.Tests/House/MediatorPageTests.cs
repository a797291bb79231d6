using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using Fathom.Contracts.Serialization;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Microsoft.Extensions.Configuration;

namespace Fathom.Tests.House;

/// <summary>The mediator's pages state the defaults and limits that the code has.</summary>
public partial class MediatorPageTests
{
    private static readonly string Page = File.ReadAllText(Repository.PathOf("docs/mediator.md"));
    private static readonly string CertificatesPage = File.ReadAllText(Repository.PathOf("docs/mediator-certificates.md"));

    private static readonly (string Section, object Defaults)[] Sections =
    [
        ("Host", new HostSettings()), ("Remotes:NAME", new RemoteSettings()), ("Grpc", new GrpcSettings()),
        ("Grpc:Compression", new CompressionSettings()), ("Notifications", new NotificationSettings()),
        ("Certificates", new CertificateSettings()), ("Certificates:Lives", new CertificateLifetimes()),
        ("Certificates:Joining", new EnrollmentSettings()),
    ];

    private static readonly string[] Names =
        [.. Sections.SelectMany(s => Properties(s.Defaults).Select(p => $"{s.Section}:{p.Name}"))];

    public static TheoryData<string> Settings => [.. Names];

    [Theory]
    [MemberData(nameof(Settings))]
    public void The_table_of_settings_has_each_setting_with_its_default(string setting)
    {
        var (_, defaults) = Sections.Single(s => setting[..setting.LastIndexOf(':')] == s.Section);
        var value = defaults.GetType().GetProperty(setting[(setting.LastIndexOf(':') + 1)..])!.GetValue(defaults);
        var stated = Rows().SingleOrDefault(r => r.Setting == setting).Default.ShouldNotBeNull($"docs/mediator.md has no row `{setting}`");

        // A setting without a value of its own gets one elsewhere: the row says where from, or that it is required.
        if (stated == "required")
        {
            (value is "" or 0).ShouldBeTrue($"{setting} has the default {value}");
        }
        else if (value is not (null or "" or ICollection))
        {
            stated.ShouldBe(Text(value), setting);
        }
    }

    [Fact]
    public void The_table_of_settings_has_no_other_setting() => Rows().Select(r => r.Setting).ShouldBe(Names, ignoreOrder: true);

    [Fact]
    public void Defaults_that_are_decided_elsewhere_are_stated_too()
    {
        Default("Certificates:HostNames").ShouldBe(
            string.Join(", ", new NodeCertificatesOptions { Folder = "x", Name = "x" }.HostNames.Select(h => $"`{h}`")));
        var settings = MediatorSettings.From(new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["Host:Port"] = "1", ["Certificates:Folder"] = "x", ["Certificates:Name"] = "x", ["Certificates:Joining:Port"] = "1",
        }).Build());
        Default("Certificates:Joining:Bind").ShouldBe(NodePlanner.Plan(settings, out _)!.Certificates!.Joining!.Bind.ToString());
        Page.ShouldContain($"`ReadOnlyMemory<byte>` member of {ContractReader.DefaultShareThreshold / 1024} KiB and more");
    }

    [Fact]
    public void The_page_of_certificates_states_the_lives_that_certificates_and_invitations_have()
    {
        var lives = new CertificateLifetimes();
        Row("`root.pem`").ShouldEndWith($"| {lives.Root.TotalDays / 365} years |");
        Row("`issuing.pem`").ShouldEndWith($"| {lives.Issuing.TotalDays / 365} year |");
        Row("`server.pem`").ShouldEndWith($"| {lives.Node.TotalDays} days |");
        CertificatesPage.ShouldContain(
            $"{Invitations.DefaultLifetime.TotalMinutes} minutes by default, {Invitations.MaxLifetime.TotalDays} day at most");

        static string Row(string start) => CertificatesPage.Split('\n').Single(l => l.StartsWith($"| {start}", StringComparison.Ordinal));
    }

    private static IEnumerable<(string Setting, string Default)> Rows() =>
        SettingRow().Matches(Page).Select(m => (m.Groups["setting"].Value, m.Groups["default"].Value.Trim('`')));

    private static string Default(string setting) => SettingRow().Matches(Page).Single(m => m.Groups["setting"].Value == setting)
        .Groups["default"].Value is var text && text.Contains("`, `", StringComparison.Ordinal) ? text : text.Trim('`');

    private static IEnumerable<PropertyInfo> Properties(object settings) =>
        settings.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Where(p => Sections.All(s => s.Defaults.GetType() != p.PropertyType));

    private static string Text(object value) => value switch
    {
        bool flag => flag ? "true" : "false",
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => value.ToString()!,
    };

    [GeneratedRegex(@"^\| `(?<setting>(Host|Remotes|Grpc|Notifications|Certificates):[\w:]+)` \| (?<default>[^|]*) \|",
        RegexOptions.Multiline)]
    private static partial Regex SettingRow();
}
