namespace Fathom.Link.Plans;

/// <summary>A link by name. Its numbers are somebody's, and <see cref="Source"/> says whose.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Up">From the near end to the far end.</param>
/// <param name="Down">From the far end to the near end.</param>
/// <param name="Source">Where the numbers come from.</param>
public sealed record LinkPreset(string Name, DirectionSpec Up, DirectionSpec Down, string Source)
{
    /// <summary>All there are.</summary>
    public static IReadOnlyList<LinkPreset> All { get; } =
    [
        new("wifi", new() { Delay = "1ms", Rate = "15mbit" }, new() { Delay = "1ms", Rate = "30mbit" },
            "Firefox Developer Tools, network throttling, \"Wi-Fi\": 30 Mbit/s down, 15 Mbit/s up, 2 ms (there and back)"),
        Same("4g", new() { Delay = "85ms", Rate = "9mbit" },
            "WebPageTest, settings/connectivity.ini.sample, \"4G\": 9 Mbit/s both ways, 170 ms there and back"),
        Same("satellite", new() { Delay = "279ms" },
            "RFC 2488, section 2: 279.0 ms from ground station to ground station through a geostationary satellite at the edge of its view"),
        Same("transatlantic", new() { Delay = "45ms" },
            "Verizon, IP latency service level, New York to London: 90 ms there and back, as a monthly mean"),
        Same("study-1", new() { Delay = "250ms", Loss = "2%" },
            "github.com/grpc/grpc-dotnet/issues/1971: 250 ms and 2 % loss, inbound and outbound"),
    ];

    private static LinkPreset Same(string name, DirectionSpec both, string source) => new(name, both, both, source);
}
