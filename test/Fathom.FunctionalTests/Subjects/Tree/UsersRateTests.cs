using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>Locust and the driver that takes its place where it is absent.</summary>
[Collection(Alone.Name)]
public class UsersRateTests
{
    // Locust's Python needs processor time for each request, as much as the machine gives it: beside other suites 13 ms more than the
    // built-in users (83.6 and 93.7 requests a second with pauses of 100 ms). Longer pauses leave what this test is about: that both make
    // the same requests with the same pauses, all users at the same time.
    private const int ThinkMs = 500;
    private const int Users = 10;

    [Fact]
    public Task Locust_and_the_built_in_users_make_as_many_requests_a_second() => Judgement.HoldsAsync(async () =>
    {
        RunningTree.Require("locust");
        await using var tree = await RunningTree.StartAsync();
        var rates = new List<double>();
        foreach (var driver in new[] { "locust", "built-in" })
        {
            var (_, users) = await tree.RunAsync(driver, Users, requests: 30, ThinkMs);
            users.Values["by_locust"].ShouldBe(driver == "locust" ? 1 : 0);
            var rate = users.Values["calls"] / users.Values["wall_ms"];
            rates.Add(rate);

            // A closed loop: as many users as wait for replies, or think.
            var response = users.Latency!.Sum(l => l.UpTo * l.Count) / users.Latency!.Sum(l => l.Count) / 1000;
            (rate * (ThinkMs + response)).ShouldBeInRange(0.85 * Users, 1.05 * Users, $"{driver}: {response:0.0} ms for a reply");
        }

        (rates[0] / rates[1]).ShouldBeInRange(0.9, 1.1, $"requests a ms: {rates[0]:0.0000} and {rates[1]:0.0000}");
    });
}
