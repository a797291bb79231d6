namespace Fathom.Load.Grpc.Requests;

/// <summary>Where the request messages of a run come from. Opened once by each worker.</summary>
public interface IRequestSource
{
    /// <summary>Opens the messages for one worker, which uses them on its thread alone.</summary>
    IRequestMessages Open();
}
