using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Http2;

namespace Fathom.Tests.House;

/// <summary>The tables of limits in docs/native-transport.md hold every limit, with the default that the code has.</summary>
public partial class LimitTests
{
    private static readonly Uri Anywhere = new("http://localhost");

    private static readonly object[] Options =
    [
        Http2Options.Default, Http2Limits.Default, new NativeHostOptions(), new ServerOptions(), new ChannelOptions { Address = Anywhere },
        new NativeChannelOptions { Address = Anywhere },
    ];

    // A port is an address, not a limit.
    private static readonly string[] NoLimits = ["NativeHostOptions.Port"];

    public static TheoryData<string, string> Rows => [.. TableRow().Matches(Page).Select(m => (m.Groups[1].Value, m.Groups[2].Value))];

    private static string Page => File.ReadAllText(Repository.PathOf("docs/native-transport.md"));

    [Theory]
    [MemberData(nameof(Rows))]
    public void A_limit_has_the_default_that_its_page_says(string limit, string documented) => Defaults()[limit].ShouldBe(documented);

    [Fact]
    public void Every_limit_has_a_row() =>
        TableRow().Matches(Page).Select(m => m.Groups[1].Value).Order().ShouldBe(Defaults().Keys.Except(NoLimits).Order());

    [Fact]
    public void The_page_on_security_leads_to_the_tables()
    {
        File.ReadAllText(Repository.PathOf("SECURITY.md")).ShouldContain("docs/native-transport.md#limits");
        Page.ShouldContain("\n## Limits\n");
    }

    private static Dictionary<string, string> Defaults() => Options
        .SelectMany(options => options.GetType()
            .GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
            .Where(property => IsNumber(property.PropertyType))
            .Select(property => (options, property)))
        .ToDictionary(
            found => $"{found.options.GetType().Name}.{found.property.Name}", found =>
                Text(found.property.Name, Value(found.options, found.property)));

    /// <summary>What holds where the user sets nothing: some defaults follow from other options.</summary>
    private static object? Value(object options, PropertyInfo property) => property.GetValue(options)
        ?? options.GetType().GetProperty($"Effective{property.Name}", BindingFlags.NonPublic | BindingFlags.Instance)?.GetValue(options);

    private static bool IsNumber(Type type) =>
        (Nullable.GetUnderlyingType(type) ?? type) is var number
            && (number == typeof(int) || number == typeof(long) || number == typeof(TimeSpan) || number == typeof(MinDataRate));

    private static string Text(string name, object? value) => value switch
    {
        null => "none",
        MinDataRate rate => $"{rate.BytesPerSecond} B/s after {rate.GracePeriod.TotalSeconds} s",
        TimeSpan { TotalMinutes: > 1, Seconds: 0 } time => $"{time.TotalMinutes} min",
        TimeSpan time => $"{time.TotalSeconds} s",
        _ when !InBytes().IsMatch(name) => string.Create(CultureInfo.InvariantCulture, $"{value:n0}"),
        _ => Convert.ToInt64(value, CultureInfo.InvariantCulture) is var bytes && bytes % (1 << 20) == 0 ? $"{bytes >> 20} MiB"
            : $"{bytes >> 10} KiB",
    };

    [GeneratedRegex(@"^\| `(\w+\.\w+)` \| (none|[\d,]+(?: [a-zA-Z]+)?(?:/s after \d+ s)?) \|", RegexOptions.Multiline)]
    private static partial Regex TableRow();

    [GeneratedRegex("Size|Bytes|Window$|Output$|WindowUpdate$")]
    private static partial Regex InBytes();
}
