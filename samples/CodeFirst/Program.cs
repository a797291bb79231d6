using Fathom.Samples.CodeFirst;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

if (args is not ["client", var address])
{
    Console.Error.WriteLine("usage: codefirst client http://host:port");
    return 2;
}

await using var channel = new HttpClientChannel(new ChannelOptions { Address = new Uri(address) });
var depths = new DepthsClient(channel);
try
{
    Console.WriteLine($"one sounding: {Text(await depths.SoundAsync(new Place(12, 30), new CallOptions { Deadline = Deadline.After(TimeSpan.FromSeconds(30)) }))}");

    List<Sounding> course = [];
    await foreach (var sounding in depths.CourseAsync(new Course(new Place(49.9, 8), 4)))
    {
        course.Add(sounding);
    }

    Console.WriteLine($"on the course: {string.Join(", ", course.Select(Text))}");
    Console.WriteLine($"the deepest: {Text(await depths.DeepestAsync(Each(course)))}");
    await foreach (var sounding in depths.FollowAsync(Each([new Place(1, 0), new Place(2, 0)])))
    {
        Console.WriteLine($"followed: {Text(sounding)}");
    }

    return 0;
}
catch (RpcException e)
{
    Console.Error.WriteLine(e.Status);
    return 1;
}

static string Text(Sounding sounding) => sounding.Finding switch
{
    Finding.Bottom bottom => $"{bottom.Metres} m",
    Finding.NoBottom none => $"more than {none.Line} m",
    _ => "nothing",
};

static async IAsyncEnumerable<T> Each<T>(IEnumerable<T> items)
{
    foreach (var item in items)
    {
        await Task.Yield();
        yield return item;
    }
}
