namespace Fathom.Load.Grpc.Requests;

/// <summary>One of several methods that a run calls. Neither side of it streams.</summary>
/// <param name="Path">Its path: <c>/package.Service/Method</c>.</param>
/// <param name="Weight">How often it is called among the others, 1 or more.</param>
/// <param name="Requests">Its request messages, by the number of the call among those of the method.</param>
public sealed record MixedMethod(string Path, int Weight, IRequestSource Requests);

/// <summary>Metadata whose value is another for each call.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Values">Its values, as text in ASCII.</param>
public sealed record CallField(string Name, IRequestSource Values);
