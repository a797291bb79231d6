using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>Locust and the driver that takes its place where it is absent.</summary>
[Collection(Alone.Name)]
public class UsersRateTests
{
    // Two rates of some seconds each: a busy machine once made them 0.896 of each other.
    [Fact]
    public Task Locust_and_the_built_in_users_make_as_many_requests_a_second() => Judgement.HoldsAsync(async () =>
    {
        RunningTree.Require("locust");
        await using var tree = await RunningTree.StartAsync();
        var rates = new List<double>();
        foreach (var driver in new[] { "locust", "built-in" })
        {
            var (_, users) = await tree.RunAsync(driver, requests: 100);
            users.Values["by_locust"].ShouldBe(driver == "locust" ? 1 : 0);
            rates.Add(users.Values["calls"] / users.Values["wall_ms"]);
        }

        (rates[0] / rates[1]).ShouldBeInRange(0.9, 1.1, $"requests a ms: {rates[0]:0.0000} and {rates[1]:0.0000}");
    });
}
