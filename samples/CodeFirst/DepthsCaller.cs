using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Samples.CodeFirst;

/// <summary>Calls <see cref="IDepths"/> in all four kinds, and says what came back.</summary>
internal static class DepthsCaller
{
    /// <summary>0, or 1 where a call failed, with its status in <paramref name="error"/>.</summary>
    public static async Task<int> RunAsync(Uri address, TextWriter output, TextWriter error)
    {
        await using var channel = new NativeChannel(new ChannelOptions { Address = address });
        var depths = new DepthsClient(channel);
        try
        {
            await CallAsync(depths, output);
            return 0;
        }
        catch (RpcException e)
        {
            await error.WriteLineAsync(e.Status.ToString());
            return 1;
        }
    }

    private static async Task CallAsync(DepthsClient depths, TextWriter output)
    {
        var one = await depths.SoundAsync(new Place(12, 30), new CallOptions { Deadline = Deadline.After(TimeSpan.FromSeconds(30)) });
        await output.WriteLineAsync($"one sounding: {Text(one)}");

        List<Sounding> course = [];
        await foreach (var sounding in depths.CourseAsync(new Course(new Place(49.9, 8), 4)))
        {
            course.Add(sounding);
        }

        await output.WriteLineAsync($"on the course: {string.Join(", ", course.Select(Text))}");
        await output.WriteLineAsync($"the deepest: {Text(await depths.DeepestAsync(Each(course)))}");
        await foreach (var sounding in depths.FollowAsync(Each([new Place(1, 0), new Place(2, 0)])))
        {
            await output.WriteLineAsync($"followed: {Text(sounding)}");
        }
    }

    private static string Text(Sounding sounding) => sounding.Finding switch
    {
        Finding.Bottom bottom => $"{bottom.Metres} m",
        Finding.NoBottom none => $"more than {none.Line} m",
        _ => "nothing",
    };

    private static async IAsyncEnumerable<T> Each<T>(IEnumerable<T> items)
    {
        foreach (var item in items)
        {
            await Task.Yield();
            yield return item;
        }
    }
}
